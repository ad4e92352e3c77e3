import {
  DEFAULT_SETTINGS,
  isId,
  RequestProblem,
  type AskedBy,
  type Cell,
  type DatabaseAnswers,
  type Id,
  type ResultColumn,
  type RowsPage,
  type Settings,
  type StatementError,
} from '@assay/contracts';
import { notFound, type Caller, type RowsQuery } from '@assay/requests';
import type { TaskRuntime } from '@assay/work';
import { findQuestion, type FoundQuestion } from '../sql/find-question.js';
import { readStoredRows } from './stored-rows.js';

/** Bytes of one page at most. */
const PAGE_BYTES = 8 * 1024 * 1024;

/**
 * Rows and bytes of one export at most, whatever `maxExportRows` allows: the process that runs it holds all its rows for
 * a moment, and small rows take far more memory than the bytes that are counted. A cut by either is said as any other.
 */
const EXPORT_ROWS = 1_000_000;
const EXPORT_BYTES = 64 * 1024 * 1024;

/** All rows of a winner, as far as an export goes: what one execution returned. */
export interface WinnerExport {
  columns: ResultColumn[];
  /** Whether there are more rows: the export was cut by `maxExportRows`, or by what one export may hold. */
  truncated: boolean;
  /** Rows in order, read from where they are kept while they are consumed. */
  pages: AsyncGenerator<Cell[][], void, undefined>;
}

/** Pages of what a question's winner returns, executed read-only at the moment they are asked for. */
export class WinnerRows {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls' | 'blocks'>) {}

  /** @throws RequestProblem 404; 409 `NO_WINNER` */
  async requireWinner(question: Id, caller: Caller): Promise<Winner> {
    const found = isId(question) ? await findQuestion(this.work.database, question, caller.workspaces) : null;
    if (!found) throw notFound('question');
    return { found, sql: winnerOf(found), askedBy: { question: found.id, owner: caller.owner } };
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
   * All rows up to the question's `maxExportRows`, of one execution: those of several may overlap or miss rows where
   * the SQL gives no whole order.
   *
   * @throws RequestProblem and InfrastructureError as `page` does
   */
  async export(question: Id, caller: Caller, signal: AbortSignal): Promise<WinnerExport> {
    const { found, sql, askedBy } = await this.requireWinner(question, caller);
    // questions of earlier releases have no such setting
    const { statementTimeoutMs, maxExportRows = DEFAULT_SETTINGS.maxExportRows } = found.settings as OfEarlier;
    const { workspace } = found;
    const limits = { statementTimeoutMs, maxRows: Math.min(maxExportRows, EXPORT_ROWS), maxBytes: EXPORT_BYTES };
    const { answer } = await this.work.databaseCalls.ask<'export'>(
      { run: null, workspace, signal },
      { kind: 'export', sql, limits, askedBy },
    );
    const { columns, pages, truncated } = resultOf(answer);
    return { columns, truncated, pages: readStoredRows(this.work.blocks, workspace, pages) };
  }

  private async read(
    { found, sql, askedBy }: Winner,
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
        askedBy,
      },
    );
    return pageOfAnswer(answer, offset);
  }
}

type OfEarlier = Omit<Settings, 'maxExportRows'> & Partial<Settings>;

/** A question and the SQL that won. */
interface Winner {
  found: FoundQuestion;
  sql: string;
  askedBy: AskedBy;
}

/** @throws RequestProblem 409 `NO_WINNER` */
export function winnerOf(question: FoundQuestion): string {
  if (question.winnerSql !== null) return question.winnerSql;
  throw new RequestProblem(409, 'NO_WINNER', `The question has no winner: its status is ${question.status}.`);
}

/** @throws RequestProblem 409 `WINNER_REFUSED` or `WINNER_FAILED` */
function resultOf<Result>(answer: { result: Result } | { refusal: string } | { error: StatementError }): Result {
  if ('refusal' in answer) throw new RequestProblem(409, 'WINNER_REFUSED', answer.refusal);
  if ('error' in answer) {
    throw new RequestProblem(409, 'WINNER_FAILED', `The database no longer runs the winner: ${answer.error.message}`);
  }
  return answer.result;
}

function pageOfAnswer(answer: DatabaseAnswers['rows'], offset: number): RowsPage {
  const { columns, rows, truncated } = resultOf(answer);
  // known where this page is the last one; behind the last row, nothing can be said of those before
  const rowCount = rows.length === 0 ? 0 : truncated ? rows.length : offset + rows.length;
  return { columns, rows, rowCount, truncated };
}
