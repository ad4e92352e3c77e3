import { AssayError, InfrastructureError, PermanentError } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import {
  StatementFailedError,
  openTargetDatabase,
  parseTargetUrl,
  resolveTarget,
  type TargetDatabase,
  type TargetFault,
  type TargetPolicy,
} from '@assay/target-database';
import { CircuitBreaker } from './circuit-breaker.js';
import { RequestGate } from './request-gate.js';
import type { WorkspaceConnection } from './workspace-connection.js';

/** Limits of one workspace. */
export interface WorkspaceLimits {
  /** Requests that run at once. */
  running: number;
  /** Requests that may wait for their turn. */
  queued: number;
  /** Unused connections are closed after so many milliseconds. */
  idleMs: number;
}

/** Faults that say something about the database's health; a lock or a full queue does not. */
const FAULTS_OF_HEALTH: string[] = [
  'DATABASE_UNREACHABLE',
  'TARGET_CONNECTION_LOST',
  'TARGET_NO_ANSWER',
  'TARGET_OVERLOADED',
  'TARGET_POOL_EXHAUSTED',
] satisfies TargetFault[];

/** One workspace's way to its database: nothing in here is shared with another workspace. */
export class WorkspaceDatabase {
  readonly #connection: WorkspaceConnection;
  readonly #policy: TargetPolicy;
  readonly #limits: WorkspaceLimits;
  readonly #gate: RequestGate;
  readonly #breaker = new CircuitBreaker();
  #opened: Promise<TargetDatabase> | null = null;
  #lastUsedAt = performance.now();
  #superuser: boolean | null = null;

  constructor(connection: WorkspaceConnection, policy: TargetPolicy, limits: WorkspaceLimits) {
    this.#connection = connection;
    this.#policy = policy;
    this.#limits = limits;
    this.#gate = new RequestGate(limits);
  }

  get isBusy(): boolean {
    return this.#gate.inFlight > 0;
  }

  /** Milliseconds since a request last came or went. */
  get unusedMs(): number {
    return this.isBusy ? 0 : performance.now() - this.#lastUsedAt;
  }

  /**
   * Runs `work` with the database within the workspace's limits.
   *
   * @param options.probe look at the database even while its circuit is open, and whatever its role may do
   */
  async use<Result>(
    work: (database: TargetDatabase) => Promise<Result>,
    signal: AbortSignal,
    options: { probe: boolean; acceptPrivileged: boolean },
  ): Promise<Result> {
    this.#lastUsedAt = performance.now();
    try {
      return await this.#gate.run(() => this.#guarded(work, signal, options), signal);
    } finally {
      this.#lastUsedAt = performance.now();
    }
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = null;
    await opened?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  async #guarded<Result>(
    work: (database: TargetDatabase) => Promise<Result>,
    signal: AbortSignal,
    options: { probe: boolean; acceptPrivileged: boolean },
  ): Promise<Result> {
    if (!options.probe) this.#breaker.admit();
    try {
      const database = await this.#open();
      if (!options.probe && !options.acceptPrivileged) await this.#refuseSuperuser(database, signal);
      const result = await work(database);
      this.#breaker.succeeded();
      return result;
    } catch (error) {
      this.#record(error, signal);
      throw error;
    }
  }

  #record(error: unknown, signal: AbortSignal): void {
    if (error instanceof InfrastructureError && FAULTS_OF_HEALTH.includes(error.code)) {
      // A new attempt starts from the name again: the database may have moved.
      if (this.#breaker.failed()) void this.close();
    } else if (signal.aborted || !(error instanceof AssayError)) {
      this.#breaker.abstained();
    } else if (error instanceof StatementFailedError) {
      this.#breaker.succeeded();
    } else {
      this.#breaker.abstained();
    }
  }

  /** @throws PermanentError `ROLE_TOO_POWERFUL`: the role became a superuser, or the workspace never accepted one */
  async #refuseSuperuser(database: TargetDatabase, signal: AbortSignal): Promise<void> {
    this.#superuser ??= (await database.check(signal)).privileges.superuser;
    if (!this.#superuser) return;
    throw new PermanentError('ROLE_TOO_POWERFUL', 'the role is a superuser, which the workspace has not accepted');
  }

  #open(): Promise<TargetDatabase> {
    const opening = (this.#opened ??= this.#resolve());
    opening.catch(() => {
      if (this.#opened === opening) this.#opened = null;
    });
    return opening;
  }

  async #resolve(): Promise<TargetDatabase> {
    const { dialect, url, guard } = this.#connection;
    const target = await resolveTarget(parseTargetUrl(dialect, url), this.#policy);
    this.#superuser = null;
    return openTargetDatabase(target, {
      guard: (sql, catalog) => guardSql(sql, dialect, { ...guard, catalog }),
      maxSessions: this.#limits.running,
      idleMs: this.#limits.idleMs,
    });
  }
}
