import { PermanentError, type Examination, type Id } from '@assay/contracts';
import { fingerprintResult } from '@assay/sql';
import type { TaskRuntime } from '@assay/work';
import type { Judgement, OpenAnswer } from '../sql/run-evaluation.js';
import type { TalliedJudge } from '../sql/judge-tallies.js';
import { judgeOutcomes } from './judge-outcomes.js';

/** Larger results are not compared. */
const LIMITS = { maxRows: 10_000, maxBytes: 4 * 1024 * 1024 };
const STATEMENT_TIMEOUT_MS = 60_000;

/** An answer is right if it returns the same rows as a gold SQL of the question now, in any order. */
export class EvaluationJudge {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls'>) {}

  /**
   * @param evaluation gold SQLs run once in each
   * @throws InfrastructureError while db-sampler or the database is unreachable
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

  /** What the answer shows about its judges; empty if no gold SQL runs. @throws as `judge` */
  async lessons(evaluation: Id, workspace: Id, answer: OpenAnswer, signal: AbortSignal): Promise<TalliedJudge[]> {
    if (answer.run === null) return [];
    try {
      const golden = await this.golden(evaluation, workspace, answer, signal);
      const right = golden.flatMap(({ result }) => result ?? []);
      return await judgeOutcomes(this.work.database, answer.run, right, 'then');
    } catch (cause) {
      if (cause instanceof PermanentError) return [];
      throw cause;
    }
  }

  /** Run once per evaluation. */
  private golden(
    evaluation: Id,
    workspace: Id,
    { goldSql, sql, others }: OpenAnswer,
    signal: AbortSignal,
  ): Promise<Examination[]> {
    const key = (place: number): string => `evaluation ${evaluation} ${goldSql}${place === 0 ? '' : ` ${place}`}`;
    return Promise.all([sql, ...others].map((gold, place) => this.examine(workspace, gold, signal, key(place))));
  }

  private async compare(
    evaluation: Id,
    workspace: Id,
    answer: OpenAnswer & { winner: string },
    signal: AbortSignal,
  ): Promise<Judgement> {
    const { winner } = answer;
    const [golden, given] = await Promise.all([
      this.golden(evaluation, workspace, answer, signal),
      this.examine(workspace, winner, signal, null),
    ]);
    const [first] = golden;
    const right = golden.flatMap(({ result }) => result ?? []);
    if (first !== undefined && right.length === 0)
      return nothing(winner, `the gold SQL does not run: ${reasonOf(first)}`);
    const { result } = given;
    if (result === null) return { outcome: 'wrong', winner, message: `it does not run: ${reasonOf(given)}` };
    const whole = right.filter(({ truncated }) => !truncated);
    if (whole.length === 0 || result.truncated) {
      return nothing(winner, `more than ${LIMITS.maxRows} rows, or ${LIMITS.maxBytes} bytes, to compare`);
    }
    const same = whole.some((gold) => fingerprintResult(gold, false) === fingerprintResult(result, false));
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
