import { AssayError, InfrastructureError, PermanentError } from '@assay/contracts';
import { guardView } from '@assay/sql';
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

export interface WorkspaceLimits {
  running: number;
  queued: number;
  idleMs: number;
}

const FAULTS_OF_HEALTH: string[] = [
  'DATABASE_UNREACHABLE',
  'TARGET_CONNECTION_LOST',
  'TARGET_NO_ANSWER',
  'TARGET_OVERLOADED',
  'TARGET_POOL_EXHAUSTED',
] satisfies TargetFault[];

/** An outage this long makes requests fail permanently; all attempts of a request take longer. */
const UNREACHABLE_MS = 5000;

const RETRY_MS = 1000;

/** Faults that become permanent during such an outage. */
const UNREACHABLE_FAULTS: ReadonlySet<string> = new Set(['DATABASE_UNREACHABLE', 'TARGET_CONNECTION_LOST']);

const WHAT_TO_DO =
  "Check that it runs, and that its firewall and the workspace's url lead Assay there; then ask again.";

export interface CutBook {
  /** Rejects what may not run now. */
  admit(): Promise<void>;
  note(connection: WorkspaceConnection, report: CutReport): Promise<void>;
}

export interface UseOptions {
  /** Ignores circuit and privileges. */
  probe: boolean;
  acceptPrivileged: boolean;
  attempts: number;
}

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
    private readonly cuts?: CutBook,
  ) {
    this.connection = connection;
    this.policy = policy;
    this.limits = limits;
    this.gate = new RequestGate(limits);
  }

  get isBusy(): boolean {
    return this.gate.inFlight > 0;
  }

  get isLeftAlone(): boolean {
    return this.breaker.isOpen;
  }

  get unusedMs(): number {
    return this.isBusy ? 0 : performance.now() - this.lastUsedAt;
  }

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
      await this.cuts?.admit();
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

  /** Unreachable for a short time: retryable; for `UNREACHABLE_MS`: permanent, with advice. */
  private reported(error: unknown, attempts: number): unknown {
    if (!(error instanceof InfrastructureError)) return error;
    const refused = error.code === 'TARGET_UNAVAILABLE';
    if (!refused && !UNREACHABLE_FAULTS.has(error.code)) return error;
    const unreachableMs = this.breaker.failingMs;
    // Refused at its first attempt: the database is untested and may have recovered.
    if (unreachableMs >= UNREACHABLE_MS && (!refused || attempts > 1)) {
      const seconds = Math.round(unreachableMs / 1000);
      return new PermanentError('DATABASE_UNREACHABLE', `${error.message}, for ${seconds} s now. ${WHAT_TO_DO}`);
    }
    return refused
      ? error
      : new InfrastructureError(error.code, error.message, { retryAfterMs: RETRY_MS, cause: error });
  }

  private record(error: unknown, signal: AbortSignal): void {
    if (error instanceof InfrastructureError && FAULTS_OF_HEALTH.includes(error.code)) {
      // Resolve the host again: it may have moved.
      if (this.breaker.failed(error)) void this.close();
    } else if (signal.aborted || !(error instanceof AssayError)) {
      this.breaker.abstained();
    } else if (error instanceof StatementFailedError && !error.isUnended) {
      this.breaker.succeeded();
    } else {
      this.breaker.abstained();
    }
  }

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
    const { cuts } = this;
    const { dialect, url, uploads, guard, asker } = this.connection;
    const target = await resolveTarget(parseTargetUrl(dialect, url), { ...this.policy, uploads });
    this.superuser = null;
    return openTargetDatabase(target, {
      guard: (sql, catalog) => guardView(sql, dialect, { ...guard, catalog }),
      allowFunctions: guard?.allowFunctions ?? [],
      perPerson: Boolean(asker),
      maxSessions: this.limits.running,
      idleMs: this.limits.idleMs,
      onCut: cuts && ((report) => cuts.note(this.connection, report)),
    });
  }
}
