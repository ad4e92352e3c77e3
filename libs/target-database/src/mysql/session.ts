import type { Connection, FieldPacket } from 'mysql2';
import type { Cell, ResultTable, StatementLimits } from '@assay/contracts';
import type { ResolvedServer } from '../connection/connection-target.js';
import { rowTooLarge } from '../row-too-large.js';
import type { CutSession, DatabaseSession, InternalRead, StatementRun } from '../session.js';
import { unendedFault } from '../or-unended.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { targetFault } from '../target-faults.js';
import { RowCap } from '../values/row-cap.js';
import { watchAnswer } from '../watch-answer.js';
import { PROTOCOL_BYTES, quit, requestCancel } from './connection.js';
import { lacksExplainPrivilege, faultOf, isSuspicious, isTimeout, statementError, type ServerError } from './errors.js';
import { streamOf, streamQuery } from './stream-query.js';
import { exactCell, isRounded, toCell, typeName } from './values.js';
import { wholeRows } from '../whole-rows.js';

const ANSWER_GRACE_MS = 2000;
const CANCEL_GRACE_MS = 1000;
export type Flavour = 'mysql' | 'mariadb';

export interface SessionSetting {
  target: ResolvedServer;
  address: string;
  dialect: Flavour;
  flavour: Flavour;
  settings: readonly string[];
}

interface Terms {
  timeoutMs: number;
  rows: number;
  /** Internal statements: a timeout is not suspicious. */
  ours: boolean;
}

type RowLimits = Pick<StatementLimits, 'maxRows' | 'maxBytes'>;

interface Rows {
  fields: FieldPacket[];
  rows: Cell[][];
  cut: boolean;
}

/** Each run is a read-only transaction. */
export class MysqlSession implements DatabaseSession {
  private isHealthy = true;
  private limitsSet = '';
  private isRunning = false;
  /** Bytes received while no statement was running. */
  private unasked = 0;
  private cutSession: CutSession | null = null;
  private reset: Promise<void> = Promise.resolve();

  constructor(
    private readonly connection: Connection,
    private readonly setting: SessionSetting,
  ) {
    connection.on('error', () => (this.isHealthy = false));
    connection.on('end', () => (this.isHealthy = false));
    streamOf(connection).on('data', (chunk: Buffer) => {
      if (!this.isRunning && (this.unasked += chunk.length) > PROTOCOL_BYTES) this.destroy();
    });
  }

  get healthy(): boolean {
    return this.isHealthy;
  }

  get cut(): CutSession | null {
    return this.cutSession;
  }

  async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const startedAt = performance.now();
    const { limits, offset } = run;
    const terms = { timeoutMs: limits.statementTimeoutMs, rows: offset + limits.maxRows + 1, ours: false };
    const found = await this.transaction(terms, signal, async () => {
      if (run.explain) await this.explain(run.sql, limits);
      return run.execute ? this.query(run.sql, limits, offset, run) : null;
    });
    if (!found) return null;
    if (found.cut && found.rows.length === 0) throw rowTooLarge(limits.maxBytes);
    const columns = found.fields.map((field) => ({ name: field.name, type: typeName(field) }));
    const elapsedMs = performance.now() - startedAt;
    return { columns, rows: found.rows, rowCount: found.rows.length, truncated: found.cut, elapsedMs };
  }

  async read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]> {
    const found = await this.transaction(
      { timeoutMs: read.timeoutMs, rows: read.maxRows + 1, ours: true },
      signal,
      () => this.query(read.sql, read, 0),
    );
    return wholeRows(found, read);
  }

  async close(): Promise<void> {
    this.isHealthy = false;
    await quit(this.connection, ANSWER_GRACE_MS);
  }

  destroy(): void {
    this.isHealthy = false;
    this.noteCut(false);
    this.connection.destroy();
    // The driver only sends a quit; this also stops incoming data.
    streamOf(this.connection).destroy();
  }

  private async transaction<Result>(
    { timeoutMs, rows, ours }: Terms,
    signal: AbortSignal,
    work: () => Promise<Result>,
  ): Promise<Result> {
    signal.throwIfAborted();
    let overdue = false;
    // EXPLAIN and execution may each take the timeout.
    const stopWatching = watchAnswer(timeoutMs * 2 + ANSWER_GRACE_MS, () => {
      overdue = true;
      this.noteCut(overdue);
      this.cancel();
    });
    const cancel = (): void => this.cancel();
    signal.addEventListener('abort', cancel, { once: true });
    try {
      await this.reset;
      if (!this.isHealthy) throw targetFault('TARGET_CONNECTION_LOST');
      this.isRunning = true;
      this.unasked = 0;
      await this.setLimits(timeoutMs, rows);
      await this.ours('START TRANSACTION READ ONLY');
      const result = await work();
      if (this.isHealthy) await this.ours('ROLLBACK');
      return result;
    } catch (error) {
      this.isRunning = false;
      signal.throwIfAborted();
      if (overdue) throw unendedFault(ours);
      throw await this.judge(error, ours);
    } finally {
      this.isRunning = false;
      stopWatching();
      signal.removeEventListener('abort', cancel);
      if (signal.aborted) this.destroy();
      if (this.isHealthy) this.reset = this.resetSession().catch(() => this.destroy());
    }
  }

  /** Resets locks, variables and temporary tables in the background, awaited by the next use. */
  private async resetSession(): Promise<void> {
    await new Promise<void>((resolve, reject) => {
      this.connection.reset((error) => (error ? reject(error) : resolve()));
    });
    const limits = this.limitsSet === '' ? [] : [this.limitsSet];
    for (const statement of [...this.setting.settings, ...limits]) await this.ours(statement);
  }

  private async judge(error: unknown, ours: boolean): Promise<unknown> {
    if (error instanceof StatementFailedError || !(error instanceof Error)) return error;
    const reported = error as ServerError;
    const fault = faultOf(reported);
    if (isSuspicious(reported) && !(ours && isTimeout(reported))) this.destroy();
    if (fault) return fault;
    if (this.isHealthy) await this.ours('ROLLBACK').catch(() => this.destroy());
    return new StatementFailedError(statementError(reported, this.setting.dialect));
  }

  private async setLimits(timeoutMs: number, rows: number): Promise<void> {
    const timeout = Math.max(1, Math.ceil(timeoutMs));
    const limit =
      this.setting.flavour === 'mariadb' ? `max_statement_time=${timeout / 1000}` : `max_execution_time=${timeout}`;
    const wanted = `SET SESSION ${limit}, sql_select_limit=${rows}`;
    if (wanted === this.limitsSet) return;
    await this.ours(wanted);
    this.limitsSet = wanted;
  }

  private async explain(sql: string, limits: StatementLimits): Promise<void> {
    try {
      await this.query(`EXPLAIN ${sql}`, limits, 0);
    } catch (error) {
      if (!lacksExplainPrivilege(error)) throw error;
    }
  }

  private async ours(sql: string): Promise<void> {
    await streamQuery(this.connection, sql, { maxBytes: PROTOCOL_BYTES, onRow: () => true });
  }

  /** Runs again if texts round a column, unless the result exceeded the byte limit, which closes the connection. */
  private async query(
    sql: string,
    limits: RowLimits,
    offset: number,
    { binary = false, jsonAsText = false }: Reading = {},
  ): Promise<Rows> {
    const cap = new RowCap(limits, offset);
    const rows: Cell[][] = [];
    const runsAgain = (fields: FieldPacket[]): boolean => !binary && isRounded(fields);
    const { fields, whole } = await streamQuery(this.connection, sql, {
      maxBytes: limits.maxBytes + PROTOCOL_BYTES,
      binary,
      onRow: (row, described) => {
        const verdict = cap.admit(row.reduce<number>((size, value) => size + 4 + sizeOf(value), 0));
        // Decode now: the driver reuses its buffer.
        if (verdict === 'keep')
          rows.push(row.map((value, index) => cellOf(value, described[index], { binary, jsonAsText })));
        return verdict !== 'stop' || runsAgain(described);
      },
    });
    if (whole && runsAgain(fields)) return this.query(sql, limits, offset, { binary: true, jsonAsText });
    if (!whole) this.abandon();
    return { fields, rows, cut: cap.reached || !whole };
  }

  /** Stops a result that exceeds the limit, here and on the server. */
  private abandon(): void {
    void requestCancel(this.connection, this.setting.target, this.setting.address);
    this.destroy();
  }

  private noteCut(overdue: boolean): void {
    if (this.isRunning) this.cutSession ??= { id: this.connection.threadId ?? 0, startedAt: null, overdue };
  }

  private cancel(): void {
    this.isHealthy = false;
    void requestCancel(this.connection, this.setting.target, this.setting.address);
    setTimeout(() => this.destroy(), CANCEL_GRACE_MS).unref();
  }
}

function sizeOf(value: unknown): number {
  return typeof value === 'string' || Buffer.isBuffer(value) ? value.length : 0;
}

interface Reading {
  binary?: boolean;
  jsonAsText?: boolean;
}

function cellOf(value: unknown, field: FieldPacket | undefined, { binary, jsonAsText }: Reading): Cell {
  if (field === undefined) return null;
  return binary ? exactCell(value, field, jsonAsText) : toCell(value as Buffer | null, field, jsonAsText);
}
