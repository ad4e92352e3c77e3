import { PermanentError, type Examination, type Id } from '@assay/contracts';
import { fingerprintResult } from '@assay/sql';
import type { TaskRuntime } from '@assay/work';
import type { Judgement, OpenAnswer } from '../sql/carry-on-evaluation.js';

/** What is compared of a result at most; of larger ones nothing can be said. */
const LIMITS = { maxRows: 10_000, maxBytes: 4 * 1024 * 1024 };
const STATEMENT_TIMEOUT_MS = 60_000;

/** Whether an answer is right: it returns the same rows as the gold SQL, now, in whatever order. */
export class EvaluationJudge {
  constructor(private readonly work: Pick<TaskRuntime, 'databaseCalls'>) {}

  /**
   * @param evaluation the gold SQL is run once in each
   * @throws InfrastructureError while db-sampler or the database is away for a moment
   */
  async judge(evaluation: Id, workspace: Id, answer: OpenAnswer, signal: AbortSignal): Promise<Judgement> {
    const { status, winner, error } = answer;
    if (status === 'FAILED') return { outcome: 'failed', winner: null, message: null };
    if (winner === null)
      return nothing(null, error === null ? `ended in ${status}` : `${error.code}: ${error.message}`);
    try {
      return await this.compare(evaluation, workspace, { ...answer, winner }, signal);
    } catch (cause) {
      if (cause instanceof PermanentError) return nothing(winner, `${cause.code}: ${cause.message}`);
      throw cause;
    }
  }

  private async compare(
    evaluation: Id,
    workspace: Id,
    { goldSql, sql, winner }: OpenAnswer & { winner: string },
    signal: AbortSignal,
  ): Promise<Judgement> {
    const [golden, given] = await Promise.all([
      this.examine(workspace, sql, signal, `evaluation ${evaluation} ${goldSql}`),
      this.examine(workspace, winner, signal, null),
    ]);
    if (golden.result === null) return nothing(winner, `the gold SQL does not run: ${reasonOf(golden)}`);
    if (given.result === null) return { outcome: 'wrong', winner, message: `it does not run: ${reasonOf(given)}` };
    if (golden.result.truncated || given.result.truncated) {
      return nothing(winner, `more than ${LIMITS.maxRows} rows, or ${LIMITS.maxBytes} bytes, to compare`);
    }
    const same = fingerprintResult(golden.result, false) === fingerprintResult(given.result, false);
    return { outcome: same ? 'right' : 'wrong', winner, message: null };
  }

  private async examine(workspace: Id, sql: string, signal: AbortSignal, key: string | null): Promise<Examination> {
    const limits = { statementTimeoutMs: STATEMENT_TIMEOUT_MS, ...LIMITS };
    const asker = { run: null, workspace, signal };
    return (await this.work.databaseCalls.ask<'examine'>(asker, { kind: 'examine', sql, limits }, key)).answer;
  }
}

function nothing(winner: string | null, message: string): Judgement {
  return { outcome: 'error', winner, message };
}

function reasonOf({ refusal, error }: Examination): string {
  return refusal?.message ?? error?.message ?? 'it returned nothing';
}
