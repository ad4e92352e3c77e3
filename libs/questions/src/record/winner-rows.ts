import {
  DEFAULT_SETTINGS,
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
import { notFound, type Caller, type RowsQuery } from '@assay/contracts/requests';
import { missingMeasure } from '@assay/sql';
import type { TaskRuntime } from '@assay/work';
import { findCandidateSql } from '../sql/find-candidate-sql.js';
import type { FoundQuestion } from '../sql/find-question.js';
import { requireAsker } from '../asker/identity-of.js';
import { requireQuestion } from './require-question.js';
import { readStoredRows } from './stored-rows.js';

const PAGE_BYTES = 8 * 1024 * 1024;

/** Hard limits: an export's process holds all rows; small rows take more memory than counted bytes. Cuts are reported. */
const EXPORT_ROWS = 1_000_000;
const EXPORT_BYTES = 64 * 1024 * 1024;

export interface WinnerExport {
  question: string;
  columns: ResultColumn[];
  truncated: boolean;
  pages: AsyncGenerator<Cell[][], void, undefined>;
}

/** Runs a question's corrected or winning SQL, or a candidate, read-only, now, in pages. */
export class WinnerRows {
  constructor(private readonly work: Pick<TaskRuntime, 'database' | 'databaseCalls' | 'blocks'>) {}

  /** @throws RequestProblem 404; 403 for questions of others, and where the asker may now see other rows */
  async requireQuestion(question: Id, caller: Caller): Promise<FoundQuestion> {
    const found = await requireQuestion(this.work.database, question, caller, 'ask');
    requireAsker(found.settings.asker, found.identity, caller);
    return found;
  }

  /** @throws RequestProblem 404; 409 `NO_WINNER` */
  async requireWinner(question: Id, caller: Caller): Promise<Winner> {
    const found = await this.requireQuestion(question, caller);
    return { found, sql: winnerOf(found), askedBy: { question: found.id, owner: caller.owner } };
  }

  /**
   * @param query pages are limited by the question's `maxRows`; a candidate's rows in place of the winner's
   * @throws RequestProblem 404; 409 `NO_WINNER`, or `WINNER_REFUSED` and `WINNER_FAILED` if the database has changed;
   * InfrastructureError while it is unreachable
   */
  async page(question: Id, caller: Caller, query: RowsQuery, signal: AbortSignal): Promise<RowsPage> {
    const { offset, limit, candidate } = query;
    if (candidate !== undefined) return this.pageOfCandidate(question, candidate, caller, query, signal);
    const winner = await this.requireWinner(question, caller);
    const range = { offset, limit: Math.min(limit, winner.found.settings.maxRows) };
    const measured = query.measure === 'true' ? await this.readMeasured(winner, range, signal) : null;
    const page = measured ?? (await this.read(winner, range, signal));
    return winner.found.correctedSql === null ? page : { ...page, corrected: true };
  }

  /**
   * All rows up to `maxExportRows` from one execution: pages of several may overlap or miss rows without a total order.
   * @throws RequestProblem and InfrastructureError as `page`
   */
  async export(question: Id, caller: Caller, signal: AbortSignal): Promise<WinnerExport> {
    const { found, sql, askedBy } = await this.requireWinner(question, caller);
    // questions of earlier releases lack this setting
    const { statementTimeoutMs, maxExportRows = DEFAULT_SETTINGS.maxExportRows } = found.settings as OfEarlier;
    const { workspace, question: text } = found;
    const limits = { statementTimeoutMs, maxRows: Math.min(maxExportRows, EXPORT_ROWS), maxBytes: EXPORT_BYTES };
    const { answer } = await this.work.databaseCalls.ask<'export'>(
      { run: null, workspace, signal },
      { kind: 'export', sql, limits, askedBy },
    );
    const { columns, pages, truncated } = resultOf(answer);
    return { question: text, columns, truncated, pages: readStoredRows(this.work.blocks, workspace, pages) };
  }

  private async pageOfCandidate(
    question: Id,
    candidate: Id,
    caller: Caller,
    { offset, limit }: RowsQuery,
    signal: AbortSignal,
  ): Promise<RowsPage> {
    const found = await this.requireQuestion(question, caller);
    const sql = await findCandidateSql(this.work.database, question, candidate);
    if (sql === null) throw notFound('candidate');
    const shown = { found, sql, askedBy: { question: found.id, owner: caller.owner } };
    const page = await this.read(shown, { offset, limit: Math.min(limit, found.settings.maxRows) }, signal);
    return { ...page, tested: false };
  }

  /** Null without a missing measure, or where the SQL does not run with it. */
  private async readMeasured(
    winner: Winner,
    range: RowRange,
    signal: AbortSignal,
    missing = missingMeasure(winner.sql, winner.found.dialect),
  ): Promise<RowsPage | null> {
    if (missing === null) return null;
    try {
      const { columns, rows, ...page } = await this.read({ ...winner, sql: missing.sql }, range, signal);
      const own = columns.length - missing.added;
      const column = columns[own];
      if (column === undefined) return null;
      const shown = { ...page, columns: columns.slice(0, own), rows: rows.map((row) => row.slice(0, own)) };
      // `select *` returns it already
      if (shown.columns.some(({ name }) => name.toLowerCase() === missing.name.toLowerCase())) return shown;
      return {
        ...shown,
        measure: {
          column: { ...column, name: missing.name },
          values: rows.map((row) => shortDecimal(row[own] ?? null)),
        },
      };
    } catch (error) {
      if (!(error instanceof RequestProblem)) throw error;
      const isOfStatement = error.code.startsWith('WINNER_');
      return this.readMeasured(winner, range, signal, isOfStatement ? (missing.otherwise ?? null) : null);
    }
  }

  private async read(
    { found, sql, askedBy }: Winner,
    { offset, limit }: RowRange,
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

/** Quotients have many zeros, which a sort key does not need. */
function shortDecimal(cell: Cell): Cell {
  return typeof cell === 'string' && /^-?\d+\.\d*0$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell;
}

type OfEarlier = Omit<Settings, 'maxExportRows'> & Partial<Settings>;

type RowRange = Pick<RowsQuery, 'offset' | 'limit'>;

interface Winner {
  found: FoundQuestion;
  sql: string;
  askedBy: AskedBy;
}

function winnerOf(question: FoundQuestion): string {
  return question.correctedSql ?? decidedWinnerOf(question);
}

/** @throws RequestProblem 409 `NO_WINNER` */
export function decidedWinnerOf(question: FoundQuestion): string {
  if (question.winnerSql !== null) return question.winnerSql;
  throw new RequestProblem(409, 'NO_WINNER', `The question has no winner: its status is ${question.status}.`);
}

function resultOf<Result>(answer: { result: Result } | { refusal: string } | { error: StatementError }): Result {
  if ('refusal' in answer) throw new RequestProblem(409, 'WINNER_REFUSED', answer.refusal);
  if ('error' in answer) {
    throw new RequestProblem(409, 'WINNER_FAILED', `The database no longer runs the SQL: ${answer.error.message}`);
  }
  return answer.result;
}

function pageOfAnswer(answer: DatabaseAnswers['rows'], offset: number): RowsPage {
  const { columns, rows, truncated } = resultOf(answer);
  // known on the last page only
  const rowCount = rows.length === 0 ? 0 : truncated ? rows.length : offset + rows.length;
  return { columns, rows, rowCount, truncated };
}
