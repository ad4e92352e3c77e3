import type { Cell, ResultTable, StatementLimits } from '@assay/contracts';
import { rowTooLarge } from '../row-too-large.js';
import { CUT, orUnended } from '../or-unended.js';
import type { CutSession, DatabaseSession, InternalRead, StatementRun } from '../session.js';
import { StatementFailedError, timedOut } from '../statement-failed-error.js';
import { targetFault } from '../target-faults.js';
import { RowCap } from '../values/row-cap.js';
import { faultOf, isSuspicious, statementError, TIMEOUT, type ServerError } from './errors.js';
import type { Link, ServerColumn } from './link.js';
import { toCell, typeName } from './values.js';
import { wholeRows } from '../whole-rows.js';

const CANCEL_GRACE_MS = 1000;
const LOCK_WAIT_MS = 5000;

interface Terms {
  timeoutMs: number;
  rows: number;
  ours: boolean;
}

interface Rows {
  columns: ServerColumn[];
  rows: Cell[][];
  cut: boolean;
}

/**
 * SQL Server lacks read-only transactions: every run is rolled back, and guard and role protect data. The client
 * enforces timeouts.
 */
export class SqlServerSession implements DatabaseSession {
  cut: CutSession | null = null;
  private isHealthy = true;
  private reset: Promise<void> = Promise.resolve();

  constructor(private readonly link: Link) {}

  get healthy(): boolean {
    return this.isHealthy && this.link.open;
  }

  async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const startedAt = performance.now();
    const { limits, offset } = run;
    const terms = { timeoutMs: limits.statementTimeoutMs, rows: offset + limits.maxRows + 1, ours: false };
    const found = await this.transaction(terms, signal, async () => {
      if (run.explain) await this.describe(run.sql);
      return run.execute ? this.query(run.sql, {}, limits, offset) : null;
    });
    if (!found) return null;
    if (found.cut && found.rows.length === 0) throw rowTooLarge(limits.maxBytes);
    const columns = found.columns.map((column) => ({ name: column.name, type: typeName(column) }));
    const elapsedMs = performance.now() - startedAt;
    return { columns, rows: found.rows, rowCount: found.rows.length, truncated: found.cut, elapsedMs };
  }

  async read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]> {
    const parameters = Object.fromEntries(read.parameters.map((value, index) => [`p${index + 1}`, value]));
    const terms = { timeoutMs: read.timeoutMs, rows: read.maxRows + 1, ours: true };
    const found = await this.transaction(terms, signal, () => this.query(read.sql, parameters, read, 0));
    return wholeRows(found, read);
  }

  async close(): Promise<void> {
    this.isHealthy = false;
    await this.link.close();
  }

  destroy(): void {
    this.isHealthy = false;
    void this.link.close().catch(() => undefined);
  }

  private async transaction<Result>(
    { timeoutMs, rows, ours }: Terms,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    let overdue = false;
    const watch = setTimeout(() => {
      overdue = true;
      this.cancel();
    }, timeoutMs);
    const cancel = (): void => this.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      const done = this.rolledBack(rows, async () => {
        const result = await work();
        // A stopped statement may end without error.
        signal.throwIfAborted();
        if (overdue) throw timedOut(TIMEOUT, timeoutMs);
        return result;
      });
      const giveUp = (): void => this.giveUp();
      return await orUnended(done, timeoutMs + CANCEL_GRACE_MS, { giveUp, ours });
    } catch (error) {
      signal.throwIfAborted();
      if (this.cut) throw error;
      if (overdue) throw timedOut(TIMEOUT, timeoutMs);
      throw await this.judge(error);
    } finally {
      clearTimeout(watch);
      signal.removeEventListener('abort', cancel);
      if (signal.aborted || overdue) this.destroy();
      if (this.healthy) this.reset = this.link.reset().catch(() => this.destroy());
    }
  }

  private async rolledBack<Result>(rows: number, work: () => Promise<Result>): Promise<Result> {
    await this.reset;
    if (!this.isHealthy) throw targetFault('TARGET_CONNECTION_LOST');
    await this.ours(`SET XACT_ABORT ON; SET LOCK_TIMEOUT ${LOCK_WAIT_MS}; SET ROWCOUNT ${rows}; BEGIN TRANSACTION`);
    const result = await work();
    await this.rollback();
    return result;
  }

  private giveUp(): void {
    this.cut = CUT;
    this.destroy();
  }

  private async judge(error: unknown): Promise<unknown> {
    if (error instanceof StatementFailedError || !(error instanceof Error)) return error;
    const reported = error as ServerError;
    const fault = faultOf(reported);
    if (isSuspicious(reported)) this.destroy();
    if (fault) return fault;
    if (this.isHealthy) await this.rollback().catch(() => this.destroy());
    return new StatementFailedError(statementError(reported));
  }

  /** Binds names and types without execution; needs no extra privilege. */
  private async describe(sql: string): Promise<void> {
    await this.link.run('EXEC sys.sp_describe_first_result_set @tsql = @p1', { p1: sql }, silent());
  }

  private async query(
    sql: string,
    parameters: Record<string, string | number | null>,
    limits: Pick<StatementLimits, 'maxRows' | 'maxBytes'>,
    offset: number,
  ): Promise<Rows> {
    const cap = new RowCap(limits, offset);
    const found: Rows = { columns: [], rows: [], cut: false };
    let sets = 0;
    await this.link.run(sql, parameters, {
      onColumns: (columns) => {
        sets += 1;
        found.columns = columns;
      },
      onRow: (row) => {
        const cells = row.map((value, index) => cellOf(value, found.columns[index]));
        const verdict = cap.admit(cells.reduce<number>((size, cell) => size + sizeOf(cell), 0));
        if (verdict === 'keep') found.rows.push(cells);
        return verdict !== 'stop';
      },
    });
    // Several results mean several statements.
    if (sets > 1) {
      this.destroy();
      throw targetFault('TARGET_CONNECTION_LOST');
    }
    return { ...found, cut: cap.reached };
  }

  private async rollback(): Promise<void> {
    await this.ours('SET ROWCOUNT 0; IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION');
  }

  private async ours(sql: string): Promise<void> {
    await this.link.run(sql, {}, silent());
  }

  private cancel(): void {
    this.isHealthy = false;
    this.link.cancel();
    setTimeout(() => this.destroy(), CANCEL_GRACE_MS).unref();
  }
}

function silent(): { onColumns: () => void; onRow: () => boolean } {
  return { onColumns: () => undefined, onRow: () => true };
}

function cellOf(value: unknown, column: ServerColumn | undefined): Cell {
  return column ? toCell(value, column) : null;
}

function sizeOf(cell: Cell): number {
  return typeof cell === 'string' ? cell.length + 4 : 12;
}
