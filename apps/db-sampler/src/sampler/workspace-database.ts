import { AssayError, InfrastructureError, PermanentError } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import {
  StatementFailedError,
  openTargetDatabase,
  parseTargetUrl,
  resolveTarget,
  type CutReport,
  type CutSession,
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

/**
 * A database that has failed for this long is away, and its callers get the error. Less than the attempts of a request
 * take together, so that its last word is this one. Milliseconds.
 */
const AWAY_MS = 5000;

/** A request that met such a fault is tried again this much later, milliseconds. */
const RETRY_MS = 1000;

/** Faults of which people who ask learn in seconds: no server answers. */
const AWAY_FAULTS: ReadonlySet<string> = new Set(['DATABASE_UNREACHABLE', 'TARGET_CONNECTION_LOST']);

const WHAT_TO_DO =
  "Check that it runs, and that its firewall and the workspace's url lead Assay there; then ask again.";

/** Puts a session that was cut on record. */
export type NoteCut = (connection: WorkspaceConnection, report: CutReport) => Promise<void>;

export interface UseOptions {
  /** Look at the database even while its circuit is open, and whatever its role may do. */
  probe: boolean;
  acceptPrivileged: boolean;
  /** How often this request has been tried, this time included. */
  attempts: number;
}

/** One workspace's way to its database: nothing in here is shared with another workspace. */
export class WorkspaceDatabase {
  private readonly connection: WorkspaceConnection;
  private readonly policy: TargetPolicy;
  private readonly limits: WorkspaceLimits;
  private readonly gate: RequestGate;
  private readonly breaker = new CircuitBreaker();
  private opened: Promise<TargetDatabase> | null = null;
  private lastUsedAt = performance.now();
  private superuser: boolean | null = null;

  constructor(
    connection: WorkspaceConnection,
    policy: TargetPolicy,
    limits: WorkspaceLimits,
    private readonly noteCut?: NoteCut,
  ) {
    this.connection = connection;
    this.policy = policy;
    this.limits = limits;
    this.gate = new RequestGate(limits);
  }

  get isBusy(): boolean {
    return this.gate.inFlight > 0;
  }

  /** Whether its database has failed so often that it is left alone between two looks. */
  get isLeftAlone(): boolean {
    return this.breaker.isOpen;
  }

  /** Milliseconds since a request last came or went. */
  get unusedMs(): number {
    return this.isBusy ? 0 : performance.now() - this.lastUsedAt;
  }

  /**
   * Runs `work` with the database within the workspace's limits.
   *
   */
  async use<Result>(
    work: (database: TargetDatabase) => Promise<Result>,
    signal: AbortSignal,
    options: UseOptions,
  ): Promise<Result> {
    this.lastUsedAt = performance.now();
    try {
      return await this.gate.run(() => this.guarded(work, signal, options), signal);
    } finally {
      this.lastUsedAt = performance.now();
    }
  }

  /** Whether its server still lists a session that was cut; ignores the limits and the circuit. */
  async lists(cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean> {
    this.lastUsedAt = performance.now();
    return (await this.open()).lists(cut, cutSeconds, signal);
  }

  async close(): Promise<void> {
    const opened = this.opened;
    this.opened = null;
    await opened?.then(
      (database) => database.close(),
      () => undefined,
    );
  }

  private async guarded<Result>(
    work: (database: TargetDatabase) => Promise<Result>,
    signal: AbortSignal,
    options: UseOptions,
  ): Promise<Result> {
    if (!options.probe) this.admit(options.attempts);
    try {
      const database = await this.open();
      if (!options.probe && !options.acceptPrivileged) await this.refuseSuperuser(database, signal);
      const result = await work(database);
      this.breaker.succeeded();
      return result;
    } catch (error) {
      this.record(error, signal);
      throw options.probe ? error : this.reported(error, options.attempts);
    }
  }

  private admit(attempts: number): void {
    try {
      this.breaker.admit();
    } catch (error) {
      throw this.reported(error, attempts);
    }
  }

  /** What is asked again soon says so; what has been away for long enough says why and what to do, for good. */
  private reported(error: unknown, attempts: number): unknown {
    if (!(error instanceof InfrastructureError)) return error;
    const refused = error.code === 'TARGET_UNAVAILABLE';
    if (!refused && !AWAY_FAULTS.has(error.code)) return error;
    const awayMs = this.breaker.failingMs;
    // who was refused at its first attempt has not seen the database fail: it may be back by now
    if (awayMs >= AWAY_MS && (!refused || attempts > 1)) {
      const seconds = Math.round(awayMs / 1000);
      return new PermanentError('DATABASE_UNREACHABLE', `${error.message}, for ${seconds} s now. ${WHAT_TO_DO}`);
    }
    return refused
      ? error
      : new InfrastructureError(error.code, error.message, { retryAfterMs: RETRY_MS, cause: error });
  }

  private record(error: unknown, signal: AbortSignal): void {
    if (error instanceof InfrastructureError && FAULTS_OF_HEALTH.includes(error.code)) {
      // A new attempt starts from the name again: the database may have moved.
      if (this.breaker.failed(error)) void this.close();
    } else if (signal.aborted || !(error instanceof AssayError)) {
      this.breaker.abstained();
    } else if (error instanceof StatementFailedError && !error.isUnended) {
      this.breaker.succeeded();
    } else {
      this.breaker.abstained();
    }
  }

  /** @throws PermanentError `ROLE_TOO_POWERFUL`: the role became a superuser, or the workspace never accepted one */
  private async refuseSuperuser(database: TargetDatabase, signal: AbortSignal): Promise<void> {
    this.superuser ??= (await database.check(signal)).privileges.superuser;
    if (!this.superuser) return;
    throw new PermanentError('ROLE_TOO_POWERFUL', 'the role is a superuser, which the workspace has not accepted');
  }

  private open(): Promise<TargetDatabase> {
    const opening = (this.opened ??= this.resolve());
    opening.catch(() => {
      if (this.opened === opening) this.opened = null;
    });
    return opening;
  }

  private async resolve(): Promise<TargetDatabase> {
    const { noteCut } = this;
    const { dialect, url, uploads, guard } = this.connection;
    const target = await resolveTarget(parseTargetUrl(dialect, url), { ...this.policy, uploads });
    this.superuser = null;
    return openTargetDatabase(target, {
      guard: (sql, catalog) => guardSql(sql, dialect, { ...guard, catalog }),
      allowFunctions: guard?.allowFunctions ?? [],
      maxSessions: this.limits.running,
      idleMs: this.limits.idleMs,
      onCut: noteCut && ((report) => noteCut(this.connection, report)),
    });
  }
}
