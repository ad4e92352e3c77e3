import { isId, RequestProblem, type DatabaseAnswers, type Id, type RowsPage } from '@assay/contracts';
import type { RowsQuery } from '@assay/requests';
import type { Work } from '@assay/work';
import { notFound, type Caller } from '../intake/caller.js';
import { findQuestion, type FoundQuestion } from '../sql/find-question.js';

/** Bytes of one page at most. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** Pages of what a question's winner returns, executed read-only at the moment they are asked for. */
export class WinnerRows {
  constructor(private readonly work: Pick<Work, 'database' | 'databaseCalls'>) {}

  /** @throws RequestProblem 404; 409 `NO_WINNER` */
  async requireWinner(question: Id, caller: Caller): Promise<{ found: FoundQuestion; sql: string }> {
    const found = isId(question) ? await findQuestion(this.work.database, question, caller.workspaces) : null;
    if (!found) throw notFound('question');
    return { found, sql: winnerOf(found) };
  }

  /**
   * @param query a page has no more rows than the question's `maxRows`
   * @throws RequestProblem 404; 409 `NO_WINNER`, or `WINNER_REFUSED` and `WINNER_FAILED` where the database has changed
   *   under the winner; InfrastructureError while it is away
   */
  async page(question: Id, caller: Caller, query: RowsQuery, signal: AbortSignal): Promise<RowsPage> {
    const { found, sql } = await this.requireWinner(question, caller);
    const { offset, limit } = query;
    const { statementTimeoutMs, maxRows } = found.settings;
    const { answer } = await this.work.databaseCalls.ask<'rows'>(
      { run: null, workspace: found.workspace, signal },
      {
        kind: 'rows',
        sql,
        limits: { statementTimeoutMs, maxRows, maxBytes: PAGE_BYTES },
        offset,
        limit: Math.min(limit, maxRows),
      },
    );
    return pageOfAnswer(answer);
  }
}

/** @throws RequestProblem 409 `NO_WINNER` */
export function winnerOf(question: FoundQuestion): string {
  if (question.winnerSql !== null) return question.winnerSql;
  throw new RequestProblem(409, 'NO_WINNER', `The question has no winner: its status is ${question.status}.`);
}

function pageOfAnswer(answer: DatabaseAnswers['rows']): RowsPage {
  if ('refusal' in answer) throw new RequestProblem(409, 'WINNER_REFUSED', answer.refusal);
  if ('error' in answer) {
    throw new RequestProblem(409, 'WINNER_FAILED', `The database no longer runs the winner: ${answer.error.message}`);
  }
  const { columns, rows, rowCount, truncated } = answer.result;
  return { columns, rows, rowCount, truncated };
}
