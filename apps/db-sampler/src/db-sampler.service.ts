import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  PermanentError,
  UPLOADS_URL,
  fitsAsker,
  type DatabaseRequest,
  type Examination,
  type FoundValues,
  type Id,
  type PreparePayload,
  type RequestedValues,
} from '@assay/contracts';
import { loadConnection, type PrepareResult } from '@assay/questions';
import { instruments } from '@assay/runtime/telemetry';
import { InjectLogger, SECRET_KEYS, type Logger, type SecretKeys } from '@assay/runtime';
import type { TaskContext } from '@assay/work';
import { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';
import { CutSessions, type AskedRequest, ownerOf } from './cut-sessions/cut-sessions.js';
import { ReleasedSessions } from './cut-sessions/released-sessions.js';
import { CONNECTION_TTL_MS, VALUE_LIMITS } from './db-sampler.config.js';
import { DatabaseSampler, RowExporter, allowsMore, type WorkspaceConnection } from './sampler/index.js';
import { readIdentity, type AskedIdentity } from './sql/read-identity.js';
import { readSchemaHash } from './sql/read-schema-hash.js';
import { UploadedFolders } from './uploads/uploaded-folders.js';
import { SchemaWatch, type WatchedWorkspace } from './schema-watch/schema-watch.js';

@Injectable()
export class DbSamplerService implements OnApplicationShutdown {
  /** Short-lived: concurrent requests share one read. */
  private readonly workspaces = new LRUCache<Id, Promise<WatchedWorkspace>>({ max: 1000, ttl: CONNECTION_TTL_MS });

  /** By question; they never change. */
  private readonly identities = new LRUCache<Id, AskedIdentity>({ max: 10_000 });

  private readonly released: ReleasedSessions;

  constructor(
    private readonly work: TaskRuntime,
    private readonly sampler: DatabaseSampler,
    private readonly watch: SchemaWatch,
    private readonly exporter: RowExporter,
    private readonly uploads: UploadedFolders,
    private readonly cuts: CutSessions,
    @Inject(SECRET_KEYS) private readonly secretKeys: SecretKeys,
    @InjectLogger() logger: Logger,
  ) {
    const connectionOf = async (workspace: Id): Promise<WorkspaceConnection> =>
      (await this.workspaceOf(workspace, false)).connection;
    this.released = new ReleasedSessions(work.database, sampler, connectionOf, logger);
    instruments().cutSessions.addCallback((result) => result.observe(this.released.count));
  }

  async answer(context: TaskContext<unknown, DatabaseRequest>): Promise<unknown> {
    const { workspace, payload, run, signal, attempts } = context;
    const watched = await this.workspaceFor(workspace, payload);
    const connection = await this.asAsker(watched.connection, questionOf(context, payload), ownerOf(payload));
    const answer: unknown = await this.cuts.run(askedBy(context, connection, payload), async () =>
      payload.kind === 'export'
        ? this.exporter.export(connection, payload, signal, attempts)
        : this.sampler.answer(connection, payload, signal, attempts),
    );
    if (payload.kind !== 'examine' || run === null) return answer;
    // The cached workspace is older than its first snapshot, or than the setting `asker`.
    const isOld = watched.schemaHash === null || connection.asker !== watched.connection.asker;
    const current = isOld ? await this.workspaceOf(workspace, true) : watched;
    return this.watch.follow(answer as Examination, current, run.id);
  }

  async prepare(context: TaskContext<unknown, PreparePayload>): Promise<PrepareResult> {
    // Uncached, so that the question sees the settings and tables of its time.
    const watched = await this.workspaceOf(context.workspace, true);
    await this.tryIdentity(watched.connection, context);
    const fresh = context.run === null ? null : await this.watch.catchUp(watched, context.run.id, context.signal);
    const schemaHash = fresh ?? (await this.schemaHashOf(context.workspace));
    const { values, words = [] } = context.payload;
    const nothing = values.length === 0 && words.length === 0;
    return { schemaHash, ...(nothing ? { found: [] } : await this.findValues(context, { values, words })) };
  }

  async onApplicationShutdown(): Promise<void> {
    this.watch.close();
    await this.released.close();
    await this.sampler.close();
    await this.uploads.close();
  }

  private async findValues(context: TaskContext, requested: RequestedValues): Promise<FoundValues> {
    const { connection: shared } = await this.workspaceOf(context.workspace, false);
    const connection = await this.asAsker(shared, context.run?.id ?? null, null);
    const request = { kind: 'find-values', ...requested, limits: VALUE_LIMITS } as const;
    const answer = await this.cuts.run(askedBy(context, connection, request), () =>
      this.sampler.answer<'find-values'>(connection, request, context.signal, context.attempts),
    );
    return 'found' in answer ? answer : { found: [] };
  }

  /**
   * The connection as the person who asked; without identity the shared one, which under `asker` reads no rows.
   * @param owner of a request outside of the question's tasks: must be the person
   */
  private async asAsker(
    connection: WorkspaceConnection,
    question: Id | null,
    owner: string | null,
  ): Promise<WorkspaceConnection> {
    const asked = question === null ? null : await this.identityOf(question);
    const identity = asked?.identity ?? null;
    if (identity === null) return connection;
    if (owner !== null && owner !== identity.person) throw new PermanentError('ASKER_REFUSED', NOT_THEIRS);
    // The cached connection may be older than the setting.
    const current = connection.asker ? connection : (await this.workspaceOf(connection.workspace, true)).connection;
    const { asker } = current;
    if (!asker || !fitsAsker(identity, asked?.asker ?? null, asker))
      throw new PermanentError('ASKER_REFUSED', SETTING_CHANGED);
    return { ...current, identity };
  }

  private async identityOf(question: Id): Promise<AskedIdentity | null> {
    const known = this.identities.get(question) ?? (await readIdentity(this.work.database, question));
    if (known) this.identities.set(question, known);
    return known;
  }

  private async tryIdentity(shared: WorkspaceConnection, { run, signal, attempts }: TaskContext): Promise<void> {
    const connection = await this.asAsker(shared, run?.id ?? null, null);
    if (connection.asker) await this.sampler.requireFit(connection, signal, attempts);
  }

  private async schemaHashOf(workspace: Id): Promise<string> {
    const hash = await readSchemaHash(this.work.database, workspace);
    if (hash !== null) return hash;
    throw new PermanentError('SCHEMA_MISSING', 'The workspace has no schema snapshot yet: refresh its schema.');
  }

  /** Uncached if the request checks the workspace, reads rows later, or allows more than the cached settings. */
  private async workspaceFor(workspace: Id, request: DatabaseRequest): Promise<WatchedWorkspace> {
    const watched = await this.workspaceOf(workspace, request.kind === 'check' || ownerOf(request) !== null);
    if (request.kind !== 'examine' || !request.guard || watched.connection.asker) return watched;
    return allowsMore(request.guard, watched.connection) ? this.workspaceOf(workspace, true) : watched;
  }

  private workspaceOf(workspace: Id, fresh: boolean): Promise<WatchedWorkspace> {
    const known = fresh ? undefined : this.workspaces.get(workspace);
    if (known) return known;
    const loading = this.load(workspace);
    this.workspaces.set(workspace, loading);
    loading.catch(() => this.workspaces.delete(workspace));
    return loading;
  }

  private async load(workspace: Id): Promise<WatchedWorkspace> {
    const loaded = await loadConnection(this.work.database, workspace, this.secretKeys);
    const { dialect, url, settings, stored, acceptPrivileged, schemaHash } = loaded;
    const { sendRows, allowFunctions, allowExtensions, allowSystemCatalogs, asker } = settings;
    const guard =
      asker === null
        ? { allowFunctions, allowExtensions, allowSystemCatalogs }
        : // statements of others and frequent values are in the catalogs
          { allowFunctions: asker.allowFunctions, allowExtensions: asker.allowExtensions, allowSystemCatalogs: false };
    const uploads = url === UPLOADS_URL ? await this.uploads.folderOf(workspace) : undefined;
    const connection = { workspace, dialect, url, uploads, sendRows, acceptPrivileged, guard, asker };
    return { connection, schemaHash, settings: stored };
  }
}

function askedBy(
  { run, attempts }: TaskContext<unknown, unknown>,
  connection: WorkspaceConnection,
  request: DatabaseRequest,
): AskedRequest {
  return { connection, request, question: questionOf({ run }, request), ofTask: run !== null, attempts };
}

const NOT_THEIRS = 'rows of this question are read by the person who asked it';
const SETTING_CHANGED = 'the setting asker has changed since: ask again';

function questionOf({ run }: Pick<TaskContext<unknown, unknown>, 'run'>, request: DatabaseRequest): Id | null {
  return run?.id ?? ('askedBy' in request ? (request.askedBy?.question ?? null) : null);
}
