import {
  InfrastructureError,
  PermanentError,
  type DatabaseAnswers,
  type DatabaseRequest,
  type DatabaseRequestKind,
  type ExportRequest,
  type Id,
} from '@assay/contracts';
import { TARGET_FAULTS, type CutSession, type TargetDatabase, type TargetPolicy } from '@assay/target-database';
import { describeTable } from './describe-table.js';
import { examine } from './examine.js';
import { explain } from './explain.js';
import { introspect } from './introspect.js';
import { readRows, sampleTable } from './read-rows.js';
import { connectionKey, type WorkspaceConnection } from './workspace-connection.js';
import { WorkspaceDatabase, type CutBook, type WorkspaceLimits } from './workspace-database.js';

export interface SamplerOptions {
  policy: TargetPolicy;
  limits?: Partial<WorkspaceLimits>;
  cuts?: CutBook;
}

type SampledKind = Exclude<DatabaseRequestKind, 'export'>;

type RequestOf<Kind extends SampledKind> = Extract<Exclude<DatabaseRequest, ExportRequest>, { kind: Kind }>;

type Answerer<Kind extends SampledKind> = (
  request: RequestOf<Kind>,
  connection: WorkspaceConnection,
  database: TargetDatabase,
  signal: AbortSignal,
) => Promise<DatabaseAnswers[Kind]>;

const LIMITS: WorkspaceLimits = { running: 4, queued: 100, idleMs: 30_000 };

const EVICT_AFTER_MS = 600_000;

const ANSWERERS: { [Kind in SampledKind]: Answerer<Kind> } = {
  check: async ({ asker }, connection, database, signal) => ({
    reachable: true,
    ...(await database.check(signal, asker ?? connection.asker)),
  }),
  introspect,
  examine,
  rows: readRows,
  'find-values': async ({ limits, ...requested }, connection, database, signal) => ({
    ...((connection.sendRows ?? true) ? await database.findValues(requested, limits, signal) : { found: [] }),
  }),
  explain,
  tables: async (_request, _connection, database, signal) => ({ tables: await database.relationNames(signal) }),
  sample: sampleTable,
  describe: describeTable,
};

/** Workspaces are isolated: each has its own connections, request limit and circuit breaker. */
export class DatabaseSampler {
  private readonly options: SamplerOptions;
  private readonly workspaces = new Map<string, { key: string; database: WorkspaceDatabase }>();
  private readonly retired = new Set<WorkspaceDatabase>();
  private readonly sweeper: NodeJS.Timeout;
  private closed = false;

  constructor(options: SamplerOptions) {
    this.options = options;
    this.sweeper = setInterval(() => this.sweep(), EVICT_AFTER_MS / 10).unref();
  }

  async answer<Kind extends SampledKind>(
    connection: WorkspaceConnection,
    request: RequestOf<Kind>,
    signal: AbortSignal,
    attempts = 1,
  ): Promise<DatabaseAnswers[Kind]> {
    const kind: SampledKind = request.kind;
    // Retryable: a later release may know it.
    if (!Object.hasOwn(ANSWERERS, kind)) throw new InfrastructureError('REQUEST_UNKNOWN', unknownKind(kind));
    const answerer = ANSWERERS[kind] as unknown as Answerer<Kind>;
    const probe = kind === 'check';
    const acceptPrivileged = connection.acceptPrivileged ?? false;
    try {
      return await this.databaseOf(connection).use(
        (database) => answerer(request, connection, asAsker(database, connection), signal),
        signal,
        { probe, acceptPrivileged, attempts },
      );
    } catch (error) {
      throw probe ? asCheckFailure(error) : error;
    }
  }

  /** @throws PermanentError `ASKER_UNSAFE`, `ASKER_REFUSED` if nothing may run as the person of the connection */
  async requireFit(connection: WorkspaceConnection, signal: AbortSignal, attempts = 1): Promise<void> {
    const options = { probe: false, acceptPrivileged: connection.acceptPrivileged ?? false, attempts };
    const workspace = this.databaseOf(connection);
    const refused = await workspace.use((database) => asAsker(database, connection).refused(signal), signal, options);
    if (refused.length > 0) throw new PermanentError('ASKER_UNSAFE', NEEDS_READER + refused.join('; '));
  }

  lists(connection: WorkspaceConnection, cut: CutSession, cutSeconds: number, signal: AbortSignal): Promise<boolean> {
    return this.databaseOf(connection).lists(cut, cutSeconds, signal);
  }

  get leftAlone(): Id[] {
    return [...this.workspaces].filter(([, { database }]) => database.isLeftAlone).map(([workspace]) => workspace);
  }

  async close(): Promise<void> {
    this.closed = true;
    clearInterval(this.sweeper);
    const all = [...this.retired, ...[...this.workspaces.values()].map((entry) => entry.database)];
    this.retired.clear();
    this.workspaces.clear();
    await Promise.all(all.map((database) => database.close()));
  }

  /** A changed connection gets a new database; the old one closes once its requests have ended. */
  private databaseOf(connection: WorkspaceConnection): WorkspaceDatabase {
    if (this.closed) throw new InfrastructureError('TARGET_CLOSED', 'the sampler is closing');
    const key = connectionKey(connection);
    const known = this.workspaces.get(connection.workspace);
    if (known?.key === key) return known.database;
    if (known) this.retire(known.database);
    const { policy, limits, cuts } = this.options;
    const database = new WorkspaceDatabase(connection, policy, { ...LIMITS, ...limits }, cuts);
    this.workspaces.set(connection.workspace, { key, database });
    return database;
  }

  private retire(database: WorkspaceDatabase): void {
    if (database.isBusy) this.retired.add(database);
    else void database.close();
  }

  private sweep(): void {
    for (const [workspace, { database }] of this.workspaces) {
      if (database.unusedMs < EVICT_AFTER_MS) continue;
      this.workspaces.delete(workspace);
      void database.close();
    }
    for (const database of this.retired) {
      if (database.isBusy) continue;
      this.retired.delete(database);
      void database.close();
    }
  }
}

const NEEDS_READER = 'the setting asker needs a role that policies bind and that may only read: ';

function asAsker(database: TargetDatabase, { identity }: WorkspaceConnection): TargetDatabase {
  return identity ? database.as(identity) : database;
}

/** Checks are interactive: nothing retries them, so faults become permanent. */
function asCheckFailure(error: unknown): unknown {
  if (!(error instanceof InfrastructureError)) return error;
  const prefix = `${TARGET_FAULTS.DATABASE_UNREACHABLE}: `;
  const bare = error.message === TARGET_FAULTS.DATABASE_UNREACHABLE;
  const reason = bare ? 'no server answers at its address' : error.message.replace(prefix, '');
  return new PermanentError('DATABASE_UNREACHABLE', prefix + reason);
}

function unknownKind(kind: string): string {
  return `db-sampler knows no request "${kind}": its release differs from that of the service that sent it.`;
}
