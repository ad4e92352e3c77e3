import type { BlockHash, DatabaseAnswers, DatabaseSchema, Examination, Id, SettingsPatch } from '@assay/contracts';
import { raiseWarningOnce } from '@assay/persistence';
import { checkGoldSqls, storeRefreshedSchema } from '@assay/questions';
import type { Logger } from '@assay/runtime';
import { schemaContradictions } from '@assay/sql';
import type { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import { CONNECTION_TTL_MS } from '../db-sampler.config.js';
import type { DatabaseSampler, WorkspaceConnection } from '../sampler/index.js';
import { claimRefresh } from '../sql/claim-refresh.js';
import { tablesBeyond, withExamplesOf } from './compare-schemas.js';

export interface WatchedWorkspace {
  connection: WorkspaceConnection;
  schemaHash: BlockHash | null;
  settings: SettingsPatch;
}

const LOOK_TIMEOUT_MS = 120_000;
const CHECK_TIMEOUT_MS = 600_000;
/** How long a statement or question waits for a fresh schema. */
const WAIT_MS = 4000;
/** Names that a fresh snapshot does not explain, such as output names. */
const UNEXPLAINED = { max: 10_000, ttl: 3_600_000 };
const NOTHING_TAKEN = { taken: Promise.resolve(null) };

/** Minimum interval of profiles, milliseconds. */
const PROFILE_EVERY_MS = 60_000;

interface Comparison {
  missing: (schema: DatabaseSchema) => string[];
  /** Read from the catalog. Unexplained names are ignored for ever: snapshots omit some relations. */
  isCertain: boolean;
}

/**
 * Refreshes a stale snapshot: before a question if the catalog has more; when statements use or miss names, once per
 * question and once a minute per workspace. Examples and profile follow.
 */
export class SchemaWatch {
  private readonly unexplained = new LRUCache<string, true>(UNEXPLAINED);
  /** Newest hash, for callers whose cached workspace is older. */
  private readonly latest = new LRUCache<string, BlockHash>({ max: 1000, ttl: CONNECTION_TTL_MS });
  private readonly looking = new Map<string, Promise<BlockHash | null>>();
  /** Sequential per workspace. */
  private readonly checking = new Map<Id, Promise<void>>();
  private readonly profiled = new LRUCache<string, true>({ max: 1000, ttl: PROFILE_EVERY_MS });
  /** Keys whose profile has not begun. */
  private readonly awaiting = new Set<string>();
  private readonly inBackground = new Set<Promise<void>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'blocks'>,
    private readonly sampler: DatabaseSampler,
    private readonly logger: Logger,
    private readonly waitMs = WAIT_MS,
  ) {}

  async settled(): Promise<void> {
    while (this.inBackground.size > 0) await Promise.all(this.inBackground);
  }

  /**
   * Refreshes a contradicted snapshot. After a schema error, adds the hash of the newest one that is ready in time.
   * Never throws.
   */
  async follow(examination: Examination, watched: WatchedWorkspace, question: Id): Promise<Examination> {
    const schemaHash = this.latest.get(keyOf(watched)) ?? watched.schemaHash;
    if (schemaHash === null) return examination;
    const missed = examination.error?.category === 'SCHEMA_ERROR';
    try {
      const { dialect } = watched.connection;
      const missing = (schema: DatabaseSchema): string[] => schemaContradictions(examination, schema, dialect);
      const { taken } = await this.refreshIfStale({ missing, isCertain: false }, watched, schemaHash, question);
      if (!missed) return examination;
      return { ...examination, schemaHash: (await Promise.race([taken, this.deadline()])) ?? schemaHash };
    } catch (err) {
      this.logger.warn({ err }, 'the snapshot of a schema could not be compared');
      return examination;
    }
  }

  /** Refreshes the snapshot before a question; null if it is current, or not ready in time. */
  async catchUp(watched: WatchedWorkspace, question: Id, signal: AbortSignal): Promise<BlockHash | null> {
    const { connection, schemaHash } = watched;
    if (schemaHash === null) return null;
    const refresh = async (): Promise<BlockHash | null> => {
      const { tables } = await this.sampler.answer<'tables'>(connection, { kind: 'tables' }, signal);
      const missing = (schema: DatabaseSchema): string[] => tablesBeyond(schema, tables);
      return (await this.refreshIfStale({ missing, isCertain: true }, watched, schemaHash, question)).taken;
    };
    try {
      return await Promise.race([refresh(), this.deadline()]);
    } catch (err) {
      signal.throwIfAborted();
      this.logger.warn({ err }, 'the tables of a workspace could not be compared');
      return null;
    }
  }

  close(): void {
    this.closing.abort();
  }

  private deadline(): Promise<null> {
    return delay(this.waitMs, null, { ref: false });
  }

  /** Starts a refresh if needed and allowed; `taken` is its hash, or null. */
  private async refreshIfStale(
    comparison: Comparison,
    watched: WatchedWorkspace,
    schemaHash: BlockHash,
    question: Id,
  ): Promise<{ taken: Promise<BlockHash | null> }> {
    const { workspace } = watched.connection;
    const key = keyOf(watched);
    const schema = await this.work.blocks.json<DatabaseSchema>(workspace, schemaHash);
    const names = comparison
      .missing(schema)
      .filter((name) => !this.unexplained.has(`${workspace} ${comparison.isCertain} ${name}`));
    if (names.length === 0) return NOTHING_TAKEN;
    const known = this.looking.get(key);
    if (known) return { taken: known };
    const mayLook = comparison.isCertain || (await claimRefresh(this.work.database, workspace, question));
    if (!mayLook) return NOTHING_TAKEN;
    const taken = this.look(watched, comparison, names, { question, hash: schemaHash, schema }).finally(() =>
      this.looking.delete(key),
    );
    this.looking.set(key, taken);
    return { taken };
  }

  /** Excludes gold SQLs that the new schema breaks; callers do not wait. */
  private checkGoldSqls(connection: WorkspaceConnection): void {
    const { workspace } = connection;
    const check = async (): Promise<void> => {
      const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(CHECK_TIMEOUT_MS)]);
      await checkGoldSqls(this.work.database, workspace, async (sqls) => {
        signal.throwIfAborted();
        return (await this.sampler.answer<'explain'>(connection, { kind: 'explain', sqls }, signal)).problems;
      });
    };
    const begun = (this.checking.get(workspace) ?? Promise.resolve()).then(check).catch((err: unknown) => {
      if (!this.closing.signal.aborted) this.logger.warn({ err, workspace }, 'gold SQLs could not be checked');
    });
    this.checking.set(workspace, begun);
    this.keep(begun);
    void begun.finally(() => {
      if (this.checking.get(workspace) === begun) this.checking.delete(workspace);
    });
  }

  private keep(begun: Promise<void>): void {
    this.inBackground.add(begun);
    void begun.finally(() => this.inBackground.delete(begun));
  }

  /** No question waits for it. */
  private profile(watched: WatchedWorkspace): void {
    const key = keyOf(watched);
    if (this.awaiting.has(key)) return;
    this.awaiting.add(key);
    const take = async (): Promise<void> => {
      const { signal } = this.closing;
      await delay(this.profiled.getRemainingTTL(key), null, { ref: false, signal }).finally(() =>
        this.awaiting.delete(key),
      );
      this.profiled.set(key, true);
      const from = this.latest.get(key);
      const read = await this.read(watched, { profile: true });
      // A newer snapshot has its own profile.
      if (!this.awaiting.has(key)) await this.take(watched, read, from);
    };
    const failed = (err: unknown): void => {
      const { workspace } = watched.connection;
      if (!this.closing.signal.aborted) this.logger.warn({ err, workspace }, 'a profile could not be taken');
    };
    this.keep(take().catch(failed));
  }

  private read(
    { connection }: WatchedWorkspace,
    wanted: { profile: true } | { examples: false },
  ): Promise<DatabaseAnswers['introspect']> {
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
    return this.sampler.answer<'introspect'>(connection, { kind: 'introspect', ...wanted }, signal);
  }

  private async take(
    watched: WatchedWorkspace,
    read: DatabaseAnswers['introspect'],
    from?: BlockHash,
  ): Promise<BlockHash | null> {
    const hash = await storeRefreshedSchema(this.work, watched.connection.workspace, read, watched.settings, from);
    if (hash !== null) this.latest.set(keyOf(watched), hash);
    return hash;
  }

  private async look(
    watched: WatchedWorkspace,
    { missing, isCertain }: Comparison,
    names: readonly string[],
    { question, ...before }: { question: Id; hash: BlockHash; schema: DatabaseSchema },
  ): Promise<BlockHash | null> {
    const { connection } = watched;
    const { workspace } = connection;
    try {
      const read = await this.read(watched, { examples: false });
      const hash = await this.take(watched, { ...read, schema: withExamplesOf(before.schema, read.schema) });
      if (hash === null) return null;
      this.profile(watched);
      if (hash !== before.hash) this.checkGoldSqls(connection);
      const unexplained = missing(read.schema);
      const ttl = isCertain ? 0 : UNEXPLAINED.ttl;
      for (const name of unexplained) this.unexplained.set(`${workspace} ${isCertain} ${name}`, true, { ttl });
      this.logger.info({ workspace, names }, 'the schema of a workspace was refreshed');
      const explained = names.filter((name) => !unexplained.includes(name));
      if (explained.length > 0) {
        await raiseWarningOnce(this.work.database, question, 'SCHEMA_READ_ANEW', messageOf(explained));
      }
      return hash;
    } catch (err) {
      if (!this.closing.signal.aborted) this.logger.warn({ err, workspace }, 'a schema could not be refreshed');
      return null;
    }
  }
}

function keyOf({ connection, settings }: WatchedWorkspace): string {
  return `${connection.workspace} ${JSON.stringify(settings)}`;
}

function messageOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return `The target database and the snapshot of its schema disagreed about ${shown}: the schema was refreshed.`;
}
