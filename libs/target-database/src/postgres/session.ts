import type pg from 'pg';
import { PermanentError, type Cell, type ResultTable, type StatementLimits } from '@assay/contracts';
import type { ResolvedServer } from '../connection/connection-target.js';
import { rowTooLarge } from '../row-too-large.js';
import type { CutSession, DatabaseSession, InternalRead, StatementRun } from '../session.js';
import { unendedFault } from '../or-unended.js';
import { StatementFailedError } from '../statement-failed-error.js';
import { targetFault } from '../target-faults.js';
import { RowCap } from '../values/row-cap.js';
import { watchAnswer } from '../watch-answer.js';
import { PROTOCOL_BYTES, type CheckedConnection } from './checked-connection.js';
import { cancelUntil, processIdOf } from './connection.js';
import { faultOf, isSuspicious, isTimeout, statementError } from './errors.js';
import { asPerson } from './asker.js';
import { Pipeline, type PipelineOutcome, type WireError } from './pipeline.js';
import { KeptStatements } from './kept-statements.js';
import { afterwards, readOnlyTransaction, statementSteps, type TransactionStep } from './transaction.js';
import { readerOf, readRow } from './values.js';
import { LOOKUP_TYPES, type WireTypes } from './wire-types.js';
import { wholeRows } from '../whole-rows.js';

const ANSWER_GRACE_MS = 2000;
const CATALOG_LIMITS = { timeoutMs: 10_000, maxRows: 100_000, maxBytes: 64_000_000 };

export interface SessionSetting {
  target: ResolvedServer;
  address: string;
  searchPath: string;
  types: WireTypes;
}

interface Exchange {
  steps: TransactionStep[];
  limits: Pick<StatementLimits, 'maxRows' | 'maxBytes'>;
  waitMs: number;
  /** Internal statements: a timeout is not suspicious. */
  ours: boolean;
}

/** Each run is a read-only transaction in one round trip. */
export class PostgresSession implements DatabaseSession {
  private readonly kept = new KeptStatements();
  private isHealthy = true;
  private running: Pipeline | null = null;
  private cutSession: CutSession | null = null;

  constructor(
    private readonly client: pg.Client,
    private readonly connection: CheckedConnection,
    private readonly setting: SessionSetting,
  ) {
    this.allowProtocol();
    client.on('end', () => (this.isHealthy = false));
    client.on('error', () => (this.isHealthy = false));
  }

  get healthy(): boolean {
    return this.isHealthy;
  }

  get cut(): CutSession | null {
    return this.cutSession;
  }

  async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const startedAt = performance.now();
    const timeoutMs = run.limits.statementTimeoutMs;
    const statements = statementSteps(run);
    const steps = run.identity ? asPerson(run.identity, statements, { checked: true }) : statements;
    const { outcome, cut } = await this.exchange(
      {
        steps: readOnlyTransaction(this.setting.searchPath, timeoutMs, steps),
        limits: run.limits,
        waitMs: timeoutMs * (run.explain && run.execute ? 2 : 1) + ANSWER_GRACE_MS,
        ours: false,
      },
      signal,
    );
    if (!run.execute) return null;
    const elapsedMs = performance.now() - startedAt;
    if (cut && outcome.rows.length === 0) throw rowTooLarge(run.limits.maxBytes);
    const cells = await this.toCells(outcome, signal, run.jsonAsText);
    return { ...cells, rowCount: cells.rows.length, truncated: cut, elapsedMs };
  }

  async read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]> {
    const values = read.parameters.map((value) => (value === null ? null : String(value)));
    const step: TransactionStep = { text: read.sql, values, maxRows: read.maxRows, returnsRows: true, shift: 0 };
    const steps = read.identity ? asPerson(read.identity, [step], { checked: read.triesIdentity !== true }) : [step];
    const { outcome, cut } = await this.exchange(
      {
        steps: readOnlyTransaction(this.setting.searchPath, read.timeoutMs, steps),
        limits: read,
        waitMs: read.timeoutMs + ANSWER_GRACE_MS,
        ours: true,
      },
      signal,
    );
    const { rows } = await this.toCells(outcome, signal);
    return wholeRows({ rows, cut }, read);
  }

  async close(): Promise<void> {
    this.isHealthy = false;
    // Does not wait for the server to hang up.
    const watch = setTimeout(() => this.destroy(), ANSWER_GRACE_MS);
    await this.client.end();
    clearTimeout(watch);
  }

  destroy(overdue = false): void {
    this.isHealthy = false;
    if (this.running) {
      const backend = this.running.backend ?? { id: processIdOf(this.client), startedAt: null };
      this.cutSession ??= { ...backend, overdue };
    }
    this.connection.stream.destroy();
  }

  private async exchange(exchange: Exchange, signal: AbortSignal): Promise<{ outcome: PipelineOutcome; cut: boolean }> {
    for (;;) {
      const answer = await this.exchangeOnce(exchange, signal);
      // The second attempt keeps no statements, so it cannot miss one.
      if (answer !== null) return answer;
    }
  }

  /** Null if the server lost a prepared statement; from then on the session keeps none. */
  private async exchangeOnce(
    exchange: Exchange,
    signal: AbortSignal,
  ): Promise<{ outcome: PipelineOutcome; cut: boolean } | null> {
    signal.throwIfAborted();
    const cap = new RowCap(exchange.limits);
    const steps = this.kept.named([...exchange.steps, ...afterwards(this.kept.isKeeping)]);
    const pipeline = new Pipeline(steps, (row) => cap.admit(wireSize(row)) === 'keep');
    const stopCounting = this.limitBytes(exchange.limits.maxBytes + PROTOCOL_BYTES, pipeline);
    let overdue = false;
    const stopWatching = watchAnswer(exchange.waitMs, () => {
      overdue = true;
      this.destroy(overdue);
    });
    const cancel = (): void => void this.cancel(pipeline);
    signal.addEventListener('abort', cancel, { once: true });
    try {
      this.running = pipeline;
      this.client.query(pipeline);
      const outcome = await pipeline.done;
      this.running = null;
      signal.throwIfAborted();
      if (overdue) throw unendedFault(exchange.ours);
      if (this.kept.isMissed(steps, outcome)) {
        await this.rollback();
        return null;
      }
      await this.judge(outcome, exchange);
      const isWhole = stopCounting();
      const isAsPerson = exchange.steps.some(({ identity }) => identity !== undefined);
      // An incomplete exchange does not verify the identity at its end.
      if (isAsPerson && !isWhole) throw rowTooLarge(exchange.limits.maxBytes);
      return { outcome, cut: cap.reached || !isWhole };
    } finally {
      stopCounting();
      stopWatching();
      signal.removeEventListener('abort', cancel);
      // It may still run, or a later one was cancelled.
      if (signal.aborted) this.destroy();
    }
  }

  /** Throws the classified error; leaves no open transaction. */
  private async judge(outcome: PipelineOutcome, { steps, ours }: Exchange): Promise<void> {
    if (!outcome.error) {
      if (this.isHealthy && this.client.getTransactionStatus() !== 'I') this.destroy();
      return;
    }
    const { step, cause } = outcome.error;
    const shift = steps[step]?.shift;
    const { identity } = steps[step] ?? {};
    if (isSuspicious(cause) && !(ours && isTimeout(cause))) this.destroy();
    const fault = faultOf(cause);
    if (fault) throw fault;
    if (identity === 'unsure') this.destroy();
    if (this.isHealthy) await this.rollback();
    if (identity !== undefined) throw identityFault(identity, cause);
    if (steps[step]?.comparesCatalog === true) throw targetFault('TARGET_CATALOG_CHANGED');
    if (shift === null || shift === undefined) throw targetFault('TARGET_CONNECTION_LOST');
    throw new StatementFailedError(statementError(cause, shift));
  }

  private async rollback(): Promise<void> {
    const steps = this.kept.named(afterwards(this.kept.isKeeping));
    const rollback = new Pipeline(steps);
    const watch = setTimeout(() => this.destroy(), ANSWER_GRACE_MS);
    this.client.query(rollback);
    const outcome = await rollback.done;
    clearTimeout(watch);
    if (this.kept.isMissed(steps, outcome)) await this.rollback();
    else if (outcome.error) this.destroy();
  }

  /** Cuts beyond `bytes`. Returns a function that stops and reports. */
  private limitBytes(bytes: number, pipeline: Pipeline): () => boolean {
    let within = true;
    this.connection.allow(bytes, () => {
      within = false;
      pipeline.abandon();
      this.destroy();
    });
    return () => {
      this.allowProtocol();
      return within;
    };
  }

  private allowProtocol(): void {
    this.connection.allow(PROTOCOL_BYTES, () => this.destroy());
  }

  private async cancel(pipeline: Pipeline): Promise<void> {
    this.isHealthy = false;
    await cancelUntil(pipeline.done, this.client, this.setting.target, this.setting.address);
    this.destroy();
  }

  private async toCells(
    outcome: PipelineOutcome,
    signal: AbortSignal,
    jsonAsText = false,
  ): Promise<Pick<ResultTable, 'columns' | 'rows'>> {
    const { types } = this.setting;
    const oids = outcome.fields.map((field) => field.dataTypeID);
    // An element type that claims to be an array is not followed: a hostile server could nest them without end.
    for (const missing of [() => types.missing(oids), () => types.missingElements(oids)]) {
      const asked = missing();
      if (asked.length > 0 && this.isHealthy) await this.learnTypes(asked, signal);
    }
    const columns = outcome.fields.map((field) => ({ name: field.name, type: types.get(field.dataTypeID).name }));
    const readers = oids.map((oid) => readerOf(types.get(oid), (element) => types.get(element), jsonAsText));
    return { columns, rows: outcome.rows.map((row) => readRow(row, readers)) };
  }

  private async learnTypes(oids: number[], signal: AbortSignal): Promise<void> {
    const step = { text: LOOKUP_TYPES, values: [`{${oids.join(',')}}`], returnsRows: true, shift: null };
    const { outcome } = await this.exchange(
      {
        steps: readOnlyTransaction(this.setting.searchPath, CATALOG_LIMITS.timeoutMs, [step]),
        limits: CATALOG_LIMITS,
        waitMs: CATALOG_LIMITS.timeoutMs + ANSWER_GRACE_MS,
        ours: true,
      },
      signal,
    );
    this.setting.types.learn(oids, outcome.rows);
  }
}

function identityFault(identity: 'unsure' | 'unsafe', cause: WireError): Error {
  if (isTimeout(cause)) return targetFault('TARGET_NO_ANSWER');
  return identity === 'unsafe'
    ? new PermanentError('ASKER_UNSAFE', 'the role of the asker can read past the policies')
    : new PermanentError('ASKER_REFUSED', 'the database does not apply the identity of the asker');
}

function wireSize(row: (string | null)[]): number {
  return row.reduce((size, text) => size + 4 + (text?.length ?? 0), 7);
}
