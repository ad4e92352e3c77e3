import type { ChildProcess } from 'node:child_process';
import type { Cell, InfrastructureError, ResultTable, StatementError, StatementLimits } from '@assay/contracts';
import { exchange } from '@assay/runtime/child-process';
import { unreachable } from '../connection/target-errors.js';
import type { OpenLimits } from '../driver.js';
import { rowTooLarge } from '../row-too-large.js';
import type { DatabaseSession, InternalRead, StatementRun } from '../session.js';
import { StatementFailedError, timedOut } from '../statement-failed-error.js';
import { targetFault } from '../target-faults.js';
import type { ChildFailure, ChildMessage, ChildRequest, ChildResult } from './protocol.js';
import { wholeRows } from '../whole-rows.js';

type Ready = Extract<ChildMessage, { kind: 'ready' }>;
type Answer = Extract<ChildMessage, { kind: 'result' | 'failure' }>;

/** Ms; only a very busy machine takes seconds. */
const START_MS = 60_000;

export interface ChildErrors {
  /** Null if the statement caused it. */
  faultOf(failure: ChildFailure): InfrastructureError | null;
  /** Whether the process should be given up after this error. */
  isSuspicious(failure: ChildFailure): boolean;
  statementError(failure: ChildFailure): StatementError;
  /** Error code of a timeout. */
  readonly TIMEOUT: string;
}

export interface OpenedChild {
  child: ChildProcess;
  ready: Ready;
  errors: ChildErrors;
}

/**
 * Waits until the file is open; kills the process if it fails.
 * @throws PermanentError `DATABASE_UNREACHABLE` if it is no database; InfrastructureError if the child does not answer
 * or the engine failed; the signal's reason
 */
export async function openedChild(child: ChildProcess, errors: ChildErrors, limits: OpenLimits): Promise<OpenedChild> {
  const message = await exchange<ChildMessage>(child, {
    isLast: () => true,
    timeoutMs: Math.max(limits.connectMs, START_MS),
    signal: limits.signal,
  });
  if (message?.kind === 'ready') return { child, ready: message, errors };
  child.kill('SIGKILL');
  limits.signal.throwIfAborted();
  if (message?.kind === 'unusable') {
    throw errors.faultOf(message.failure) ?? unreachable('the file is not a database');
  }
  throw targetFault('DATABASE_UNREACHABLE');
}

/** A database file in a child process, killed on timeout or cancellation. */
export class ChildSession implements DatabaseSession {
  readonly version: string;
  private readonly child: ChildProcess;
  private readonly errors: ChildErrors;
  private lastId = 0;

  protected constructor({ child, ready, errors }: OpenedChild) {
    this.child = child;
    this.errors = errors;
    this.version = ready.version;
  }

  get healthy(): boolean {
    return this.child.connected && !this.child.killed;
  }

  async run(run: StatementRun, signal: AbortSignal): Promise<ResultTable | null> {
    const startedAt = performance.now();
    const { sql, explain, execute, offset, limits } = run;
    const request = { sql, explain, execute, offset, ...capsOf(limits), parameters: [], internal: false };
    const result = await this.ask(request, limits.statementTimeoutMs, signal);
    if (!execute) return null;
    if (result.cut && result.rows.length === 0) throw rowTooLarge(limits.maxBytes);
    const { columns, rows, cut } = result;
    return { columns, rows, rowCount: rows.length, truncated: cut, elapsedMs: performance.now() - startedAt };
  }

  async read(read: InternalRead, signal: AbortSignal): Promise<Cell[][]> {
    const { sql, parameters } = read;
    const request = { sql, parameters, ...capsOf(read), internal: true, explain: false, execute: true, offset: 0 };
    return wholeRows(await this.ask(request, read.timeoutMs, signal), read);
  }

  async close(): Promise<void> {
    this.destroy();
  }

  destroy(): void {
    this.child.kill('SIGKILL');
  }

  private async ask(request: Omit<ChildRequest, 'id'>, timeoutMs: number, signal: AbortSignal): Promise<ChildResult> {
    signal.throwIfAborted();
    const id = (this.lastId += 1);
    const answer = await exchange<Answer>(this.child, {
      request: { ...request, id } satisfies ChildRequest,
      isLast: (reply) => reply.id === id,
      timeoutMs,
      signal,
    });
    if (answer !== null) return this.judge(answer, request.internal);
    const isLost = !this.healthy;
    // The only way to stop a statement.
    this.destroy();
    signal.throwIfAborted();
    throw isLost ? targetFault('TARGET_CONNECTION_LOST') : timedOut(this.errors.TIMEOUT, timeoutMs);
  }

  private judge(answer: Answer, internal: boolean): ChildResult {
    if (answer.kind === 'result') return answer.result;
    // Internal statements may meet views that cause such errors.
    if (!internal && this.errors.isSuspicious(answer.failure)) this.destroy();
    throw this.errors.faultOf(answer.failure) ?? new StatementFailedError(this.errors.statementError(answer.failure));
  }
}

function capsOf({ maxRows, maxBytes }: Pick<StatementLimits, 'maxRows' | 'maxBytes'>): {
  maxRows: number;
  maxBytes: number;
} {
  return { maxRows, maxBytes };
}
