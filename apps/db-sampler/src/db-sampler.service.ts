import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import {
  PermanentError,
  UPLOADS_URL,
  type DatabaseRequest,
  type Examination,
  type FoundValue,
  type Id,
  type PreparePayload,
  type SoughtValues,
} from '@assay/contracts';
import { loadConnection, type PrepareResult } from '@assay/questions';
import { instruments } from '@assay/telemetry';
import { InjectLogger, type Logger, type SecretKeys } from '@assay/runtime';
import type { TaskContext } from '@assay/work';
import { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';
import { CutSessions, type AskedRequest } from './cut-sessions/cut-sessions.js';
import { ReleasedSessions } from './cut-sessions/released-sessions.js';
import { CONNECTION_TTL_MS, SECRET_KEYS, VALUE_LIMITS } from './db-sampler.config.js';
import { DatabaseSampler, RowExporter, type WorkspaceConnection } from './sampler/index.js';
import { readSchemaHash } from './sql/read-schema-hash.js';
import { UploadedFolders } from './uploads/uploaded-folders.js';
import { SchemaWatch, type WatchedWorkspace } from './schema-watch/schema-watch.js';

@Injectable()
export class DbSamplerService implements OnApplicationShutdown {
  /** Short-lived: concurrent requests share one read. */
  private readonly workspaces = new LRUCache<Id, Promise<WatchedWorkspace>>({ max: 1000, ttl: CONNECTION_TTL_MS });

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
    const watched = await this.workspaceOf(workspace, payload.kind === 'check');
    const { connection } = watched;
    const answer: unknown = await this.cuts.run(askedBy(context, connection, payload), async () =>
      payload.kind === 'export'
        ? this.exporter.export(connection, payload, signal, attempts)
        : this.sampler.answer(connection, payload, signal, attempts),
    );
    if (payload.kind !== 'examine' || run === null) return answer;
    // Cached before the first snapshot.
    const current = watched.schemaHash === null ? await this.workspaceOf(workspace, true) : watched;
    return this.watch.follow(answer as Examination, current, run.id);
  }

  async prepare(context: TaskContext<unknown, PreparePayload>): Promise<PrepareResult> {
    // Uncached, so that the question sees the settings and tables of its time.
    const watched = await this.workspaceOf(context.workspace, true);
    const fresh = context.run === null ? null : await this.watch.catchUp(watched, context.run.id, context.signal);
    const schemaHash = fresh ?? (await this.schemaHashOf(context.workspace));
    const { values, words = [] } = context.payload;
    const nothing = values.length === 0 && words.length === 0;
    return { schemaHash, found: nothing ? [] : await this.findValues(context, { values, words }) };
  }

  async onApplicationShutdown(): Promise<void> {
    this.watch.close();
    await this.released.close();
    await this.sampler.close();
    await this.uploads.close();
  }

  private async findValues(context: TaskContext, sought: SoughtValues): Promise<FoundValue[]> {
    const { connection } = await this.workspaceOf(context.workspace, false);
    const request = { kind: 'find-values', ...sought, limits: VALUE_LIMITS } as const;
    const answer = await this.cuts.run(askedBy(context, connection, request), () =>
      this.sampler.answer<'find-values'>(connection, request, context.signal, context.attempts),
    );
    return 'found' in answer ? answer.found : [];
  }

  private async schemaHashOf(workspace: Id): Promise<string> {
    const hash = await readSchemaHash(this.work.database, workspace);
    if (hash !== null) return hash;
    throw new PermanentError('SCHEMA_MISSING', 'The workspace has no schema snapshot yet: refresh its schema.');
  }

  /** @param fresh bypasses the cache */
  private workspaceOf(workspace: Id, fresh: boolean): Promise<WatchedWorkspace> {
    const known = fresh ? undefined : this.workspaces.get(workspace);
    if (known) return known;
    const loading = this.load(workspace);
    this.workspaces.set(workspace, loading);
    loading.catch(() => this.workspaces.delete(workspace));
    return loading;
  }

  private async load(workspace: Id): Promise<WatchedWorkspace> {
    const { dialect, url, settings, acceptPrivileged, schemaHash } = await loadConnection(
      this.work.database,
      workspace,
      this.secretKeys,
    );
    const { sendRows, allowFunctions, allowExtensions, allowSystemCatalogs } = settings;
    const guard = { allowFunctions, allowExtensions, allowSystemCatalogs };
    const uploads = url === UPLOADS_URL ? await this.uploads.folderOf(workspace) : undefined;
    return { connection: { workspace, dialect, url, uploads, sendRows, acceptPrivileged, guard }, schemaHash };
  }
}

function askedBy(
  { run, attempts }: TaskContext<unknown, unknown>,
  connection: WorkspaceConnection,
  request: DatabaseRequest,
): AskedRequest {
  const question = run?.id ?? ('askedBy' in request ? (request.askedBy?.question ?? null) : null);
  return { connection, request, question, ofTask: run !== null, attempts };
}
