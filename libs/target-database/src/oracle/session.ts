import type { Connection, ExecuteOptions, Metadata, Result } from 'oracledb';
import type { Cell, ResultTable, StatementLimits } from '@assay/contracts';
import { rowTooLarge } from '../row-too-large.js';
import { CUT, orUnended } from '../or-unended.js';
import type { CutSession, DatabaseSession, InternalRead, StatementRun } from '../session.js';
import { NO_QUERY, StatementFailedError } from '../statement-failed-error.js';
import { targetFault } from '../target-faults.js';
import { RowCap } from '../values/row-cap.js';
import { CALL_TIMEOUT, faultOf, isSuspicious, statementError, type ServerError } from './errors.js';
import { fetchForm, toCell, type FetchForms } from './values.js';
import { wholeRows } from '../whole-rows.js';

const ROWS_AT_ONCE = 100;
const ANSWER_GRACE_MS = 2000;
/** Clears package state; needs no privilege. */
const RESET = 'BEGIN DBMS_SESSION.RESET_PACKAGE; END;';

/** The used part of oracledb's connection, replaceable in tests. */
export type OracleConnection = Pick<Connection, 'getStatementInfo' | 'break' | 'rollback' | 'close' | 'isHealthy'> & {
  callTimeout?: number;
  execute(sql: string, binds: unknown[], options: ExecuteOptions): Promise<Result<unknown>>;
};

/** Passed in, because the driver loads lazily. */
export interface OracleConstants extends FetchForms {
  OUT_FORMAT_ARRAY: number;
  STMT_TYPE_SELECT: number;
}

interface Rows {
  columns: Metadata<unknown>[];
  rows: Cell[][];
  cut: boolean;
}

/** READ ONLY transactions with the driver's timeout. */
export class OracleSession implements DatabaseSession {
  cut: CutSession | null = null;
  private isHealthy = true;
  private reset: Promise<void> = Promise.resolve();
  private endsAt = 0;

  constructor(
    private readonly connection: OracleConnection,
    private readonly constants: OracleConstants,
  ) {}

  get healthy(): boolean {
    return this.isHealthy && this.connection.isHealthy();
  }

  async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const startedAt = performance.now();
    const { limits } = run;
    const found = await this.transaction({ timeoutMs: limits.statementTimeoutMs, ours: false }, signal, async () => {
      if (run.explain) await this.describe(run.sql);
      return run.execute ? this.query(run.sql, [], limits, run.offset) : null;
    });
    if (!found) return null;
    if (found.cut && found.rows.length === 0) throw rowTooLarge(limits.maxBytes);
    const columns = found.columns.map(({ name, dbTypeName }) => ({ name, type: dbTypeName ?? 'UNKNOWN' }));
    const elapsedMs = performance.now() - startedAt;
    return { columns, rows: found.rows, rowCount: found.rows.length, truncated: found.cut, elapsedMs };
  }

  async read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]> {
    const found = await this.transaction({ timeoutMs: read.timeoutMs, ours: true }, signal, () =>
      this.query(read.sql, read.parameters, read, 0),
    );
    return wholeRows(found, read);
  }

  async close(): Promise<void> {
    this.isHealthy = false;
    await this.connection.close();
  }

  destroy(): void {
    this.isHealthy = false;
    void this.connection.close().catch(() => undefined);
  }

  private async transaction<Result>(
    { timeoutMs, ours }: { timeoutMs: number; ours: boolean },
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    await this.reset;
    if (!this.isHealthy) throw targetFault('TARGET_CONNECTION_LOST');
    const callMs = Math.max(1, Math.ceil(timeoutMs));
    this.connection.callTimeout = callMs;
    this.endsAt = performance.now() + callMs;
    const cancel = (): void => this.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const done = this.rolledBack(signal, () => work().finally(() => (this.connection.callTimeout = callMs)));
      // For work and rollback.
      return await orUnended(done, timeoutMs * 2 + ANSWER_GRACE_MS, { giveUp: () => this.giveUp(), ours });
    } catch (error) {
      signal.throwIfAborted();
      if (this.cut) throw error;
      throw await this.judge(error, timeoutMs);
    } finally {
      signal.removeEventListener('abort', cancel);
      if (signal.aborted) this.destroy();
      if (this.isHealthy) this.reset = this.resetSession();
    }
  }

  private async rolledBack<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    await this.connection.execute('SET TRANSACTION READ ONLY', [], {});
    const result = await work();
    signal.throwIfAborted();
    await this.connection.rollback();
    return result;
  }

  private limitCall(): void {
    const leftMs = Math.ceil(this.endsAt - performance.now());
    if (leftMs <= 0) throw Object.assign(new Error(CALL_TIMEOUT), { code: CALL_TIMEOUT });
    this.connection.callTimeout = leftMs;
  }

  private cancel(): void {
    this.isHealthy = false;
    void this.connection.break().catch(() => undefined);
  }

  private giveUp(): void {
    this.cut = CUT;
    this.cancel();
    this.destroy();
  }

  private async resetSession(): Promise<void> {
    await this.connection.execute(RESET, [], {}).catch(() => this.destroy());
  }

  private async judge(error: unknown, timeoutMs: number): Promise<unknown> {
    if (error instanceof StatementFailedError || !(error instanceof Error)) return error;
    const reported = error as ServerError;
    const fault = faultOf(reported);
    if (isSuspicious(reported)) this.destroy();
    if (fault) return fault;
    if (this.isHealthy) await this.connection.rollback().catch(() => this.destroy());
    return new StatementFailedError(statementError(reported, timeoutMs));
  }

  /** Parses and describes, because EXPLAIN PLAN would write to a table. */
  private async describe(sql: string): Promise<void> {
    this.limitCall();
    const { statementType } = await this.connection.getStatementInfo(sql);
    if (statementType === this.constants.STMT_TYPE_SELECT) return;
    this.destroy();
    throw new StatementFailedError(NO_QUERY);
  }

  private async query(
    sql: string,
    parameters: unknown[],
    limits: Pick<StatementLimits, 'maxRows' | 'maxBytes'>,
    offset: number,
  ): Promise<Rows> {
    this.limitCall();
    const result = await this.connection.execute(sql, parameters, {
      resultSet: true,
      outFormat: this.constants.OUT_FORMAT_ARRAY,
      fetchArraySize: ROWS_AT_ONCE,
      prefetchRows: ROWS_AT_ONCE,
      fetchTypeHandler: (metadata: Metadata<unknown>) => fetchForm(metadata, this.constants),
    });
    const cap = new RowCap(limits, offset);
    const rows: Cell[][] = [];
    const { resultSet } = result;
    try {
      while (resultSet && !cap.reached) {
        this.limitCall();
        const fetched = (await resultSet.getRows(ROWS_AT_ONCE)) as unknown[][];
        if (fetched.length === 0) break;
        keep(fetched, cap, rows);
      }
    } finally {
      await resultSet?.close();
    }
    return { columns: resultSet?.metaData ?? [], rows, cut: cap.reached };
  }
}

function keep(fetched: unknown[][], cap: RowCap, rows: Cell[][]): void {
  for (const row of fetched) {
    const cells = row.map(toCell);
    const verdict = cap.admit(cells.reduce<number>((size, cell) => size + sizeOf(cell), 0));
    if (verdict === 'stop') return;
    if (verdict === 'keep') rows.push(cells);
  }
}

function sizeOf(cell: Cell): number {
  if (typeof cell === 'string') return cell.length + 4;
  return cell !== null && typeof cell === 'object' ? JSON.stringify(cell).length : 12;
}
