import {
  DEFAULT_SETTINGS,
  isId,
  RequestProblem,
  type DatabaseAnswers,
  type Id,
  type RowsPage,
  type Settings,
} from '@assay/contracts';
import { notFound, type Caller, type RowsQuery } from '@assay/requests';
import type { TaskRuntime } from '@assay/work';
import { findQuestion, type FoundQuestion } from '../sql/find-question.js';

/** Bytes of one page at most. */
const PAGE_BYTES = 8 * 1024 * 1024;

/** Rows of one execution of an export. */
const EXPORT_PAGE = 10_000;

/** All rows of a winner, as far as an export goes. */
export interface WinnerExport {
  /** Whether there are more rows than `maxExportRows`. */
  truncated: boolean;
  /** Read while they are consumed; the first one is here already. */
  pages: AsyncGenerator<RowsPage, void, undefined>;
}

/** Pages of what a question's winner returns, executed read-only at the moment they are asked for. */
export class WinnerRows {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls'>) {}

  /** @throws RequestProblem 404; 409 `NO_WINNER` */
  async requireWinner(question: Id, caller: Caller): Promise<Winner> {
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
    const winner = await this.requireWinner(question, caller);
    const { offset, limit } = query;
    return this.read(winner, { offset, limit: Math.min(limit, winner.found.settings.maxRows) }, signal);
  }

  /**
   * All rows up to the question's `maxExportRows`, executed page by page. Whether they are cut is known before the first
   * is sent: one more execution looks for a row behind the last.
   *
   * @throws RequestProblem and InfrastructureError as `page` does; so do the pages
   */
  async export(question: Id, caller: Caller, signal: AbortSignal): Promise<WinnerExport> {
    const winner = await this.requireWinner(question, caller);
    // questions of earlier releases have no such setting
    const { maxExportRows = DEFAULT_SETTINGS.maxExportRows } = winner.found.settings as Partial<Settings>;
    const first = await this.read(winner, { offset: 0, limit: Math.min(EXPORT_PAGE, maxExportRows) }, signal);
    const behind = first.truncated ? await this.read(winner, { offset: maxExportRows, limit: 1 }, signal) : null;
    const pages = this.exportPages(winner, first, maxExportRows, signal);
    return { truncated: behind !== null && behind.rows.length > 0, pages };
  }

  private async *exportPages(
    winner: Winner,
    first: RowsPage,
    most: number,
    signal: AbortSignal,
  ): AsyncGenerator<RowsPage, void, undefined> {
    let page = first;
    let offset = 0;
    for (;;) {
      yield page;
      offset += page.rows.length;
      if (!page.truncated || offset >= most) return;
      // a single row that is larger than a page can never be read: an end here would pass for the last row
      if (page.rows.length === 0) throw new RequestProblem(409, 'WINNER_FAILED', 'A row is too large to be exported.');
      page = await this.read(winner, { offset, limit: Math.min(EXPORT_PAGE, most - offset) }, signal);
    }
  }

  private async read(
    { found, sql }: Winner,
    { offset, limit }: { offset: number; limit: number },
    signal: AbortSignal,
  ): Promise<RowsPage> {
    const { statementTimeoutMs, maxRows } = found.settings;
    const { answer } = await this.work.databaseCalls.ask<'rows'>(
      { run: null, workspace: found.workspace, signal },
      {
        kind: 'rows',
        sql,
        limits: { statementTimeoutMs, maxRows: Math.max(maxRows, limit), maxBytes: PAGE_BYTES },
        offset,
        limit,
      },
    );
    return pageOfAnswer(answer, offset);
  }
}

/** A question and the SQL that won. */
interface Winner {
  found: FoundQuestion;
  sql: string;
}

/** @throws RequestProblem 409 `NO_WINNER` */
export function winnerOf(question: FoundQuestion): string {
  if (question.winnerSql !== null) return question.winnerSql;
  throw new RequestProblem(409, 'NO_WINNER', `The question has no winner: its status is ${question.status}.`);
}

function pageOfAnswer(answer: DatabaseAnswers['rows'], offset: number): RowsPage {
  if ('refusal' in answer) throw new RequestProblem(409, 'WINNER_REFUSED', answer.refusal);
  if ('error' in answer) {
    throw new RequestProblem(409, 'WINNER_FAILED', `The database no longer runs the winner: ${answer.error.message}`);
  }
  const { columns, rows, truncated } = answer.result;
  // known where this page is the last one; behind the last row, nothing can be said of those before
  const rowCount = rows.length === 0 ? 0 : truncated ? rows.length : offset + rows.length;
  return { columns, rows, rowCount, truncated };
}
