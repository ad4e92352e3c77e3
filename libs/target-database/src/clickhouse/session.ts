import { randomUUID } from 'node:crypto';
import type { Cell, ResultTable } from '@assay/contracts';
import { rowTooLarge } from '../row-too-large.js';
import { CUT, unendedFault } from '../or-unended.js';
import type { CutSession, DatabaseSession, InternalRead, StatementRun } from '../session.js';
import { StatementFailedError, timedOut } from '../statement-failed-error.js';
import { targetFault } from '../target-faults.js';
import { watchAnswer } from '../watch-answer.js';
import type { ClickHouseLink } from './connection.js';
import { faultOf, ServerError, statementError, TIMEOUT } from './errors.js';
import type { Profile } from './profile.js';
import { readRows, type Rows } from './response.js';
import { wholeRows } from '../whole-rows.js';

/** The server ends statements at the timeout; after this time it is asked to cancel them. */
const GRACE_MS = 500;
const KILL_MS = 5000;
const [BEFORE, BEHIND] = ['DESCRIBE TABLE (\n', '\n)'];
const DESCRIBED = { maxRows: 10_000, maxBytes: 10_000_000 };

interface Statement {
  sql: string;
  ahead?: number;
  parameters?: InternalRead['parameters'];
  limits: { maxRows: number; maxBytes: number };
  offset?: number;
  timeoutMs: number;
  ours?: boolean;
}

/** A client: each statement is a separate request, read-only and with limits, and leaves nothing behind. */
export class ClickHouseSession implements DatabaseSession {
  cut: CutSession | null = null;
  private isHealthy = true;

  constructor(
    private readonly link: ClickHouseLink,
    private readonly profile: Profile,
  ) {}

  get healthy(): boolean {
    return this.isHealthy;
  }

  async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const startedAt = performance.now();
    const { sql, limits, offset } = run;
    const timeoutMs = limits.statementTimeoutMs;
    // Binds names and types; a comment at the end needs the line.
    if (run.explain) {
      const described = { sql: BEFORE + sql + BEHIND, ahead: BEFORE.length, limits: DESCRIBED, timeoutMs };
      await this.query(described, signal);
    }
    if (!run.execute) return null;
    const found = await this.query({ sql, limits, offset, timeoutMs }, signal);
    if (found.cut && found.rows.length === 0) throw rowTooLarge(limits.maxBytes);
    const { columns, rows, cut } = found;
    return { columns, rows, rowCount: rows.length, truncated: cut, elapsedMs: performance.now() - startedAt };
  }

  async read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]> {
    const { sql, parameters, timeoutMs } = read;
    return wholeRows(await this.query({ sql, parameters, limits: read, timeoutMs, ours: true }, signal), read);
  }

  async close(): Promise<void> {
    this.destroy();
  }

  destroy(): void {
    this.isHealthy = false;
    this.link.close();
  }

  private async query(statement: Statement, signal: AbortSignal): Promise<Rows> {
    signal.throwIfAborted();
    if (!this.isHealthy) throw targetFault('TARGET_CONNECTION_LOST');
    const { timeoutMs, ours = false } = statement;
    const queryId = randomUUID();
    const overdue = new AbortController();
    const stopWatching = watchAnswer(timeoutMs + GRACE_MS, () => overdue.abort());
    const stop = AbortSignal.any([signal, overdue.signal]);
    try {
      return await this.answer(statement, queryId, stop);
    } catch (error) {
      if (stop.aborted) {
        this.isHealthy = false;
        this.link
          .kill(queryId, AbortSignal.timeout(KILL_MS))
          .catch(() => undefined)
          .finally(() => this.link.close());
      }
      signal.throwIfAborted();
      if (overdue.signal.aborted) {
        this.cut = CUT;
        throw unendedFault(ours);
      }
      throw this.judge(error, statement);
    } finally {
      stopWatching();
    }
  }

  private async answer(statement: Statement, queryId: string, signal: AbortSignal): Promise<Rows> {
    const { sql, parameters = [], limits, offset = 0, timeoutMs } = statement;
    const settings = this.profile.settings(timeoutMs);
    const body = await this.link.ask({ sql, parameters, settings, queryId, signal });
    try {
      return await readRows(body, limits, offset);
    } finally {
      // Also what is left behind a limit: the server ends the statement.
      body.destroy();
    }
  }

  private judge(error: unknown, { sql, ahead = 0, timeoutMs }: Statement): unknown {
    if (error instanceof StatementFailedError) return error;
    if (!(error instanceof ServerError)) {
      this.destroy();
      return targetFault('TARGET_CONNECTION_LOST');
    }
    if (error.isTimeout) return timedOut(TIMEOUT, timeoutMs);
    return faultOf(error) ?? new StatementFailedError(statementError(error, sql, ahead));
  }
}
