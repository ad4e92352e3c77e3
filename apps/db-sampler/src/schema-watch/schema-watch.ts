import type { BlockHash, DatabaseSchema, Examination, Id } from '@assay/contracts';
import { raiseWarningOnce } from '@assay/persistence';
import { checkGoldSqls, storeRefreshedSchema } from '@assay/questions';
import type { Logger } from '@assay/runtime';
import { schemaContradictions } from '@assay/sql';
import type { TaskRuntime } from '@assay/work';
import { LRUCache } from 'lru-cache';
import { setTimeout as delay } from 'node:timers/promises';
import { CONNECTION_TTL_MS } from '../db-sampler.config.js';
import type { DatabaseSampler, WorkspaceConnection } from '../sampler/index.js';
import { claimLook } from '../sql/claim-look.js';

/** What an examination is held against. */
export interface WatchedWorkspace {
  connection: WorkspaceConnection;
  /** Snapshot of its schema; null before the first one. */
  schemaHash: BlockHash | null;
}

/** An introspection that takes longer is given up, milliseconds. */
const LOOK_TIMEOUT_MS = 120_000;
/** A check of gold SQLs that takes longer is given up. */
const CHECK_TIMEOUT_MS = 600_000;
/** So long a statement that failed waits for a fresh schema: its model could be told the right names at once. */
const WAIT_MS = 4000;
/** Names that a fresh snapshot did not explain (output names, pseudo-columns) are no reason to look again for an hour. */
const UNEXPLAINED = { max: 10_000, ttl: 3_600_000 };
const NOTHING_TAKEN = { taken: Promise.resolve(null) };

/**
 * Notices that a target database and the snapshot of its schema disagree, by what its statements use or miss, and has
 * the schema refreshed: at most once per question, and once a minute per workspace.
 */
export class SchemaWatch {
  private readonly unexplained = new LRUCache<string, true>(UNEXPLAINED);
  /** Snapshots that this process took a moment ago: those who read the workspace's row before do not know them. */
  private readonly latest = new LRUCache<Id, BlockHash>({ max: 1000, ttl: CONNECTION_TTL_MS });
  private readonly looking = new Map<Id, Promise<BlockHash | null>>();
  /** Checks of gold SQLs that run, by workspace: the next begins when one has ended. */
  private readonly checking = new Map<Id, Promise<void>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly work: Pick<TaskRuntime, 'database' | 'blocks'>,
    private readonly sampler: DatabaseSampler,
    private readonly logger: Logger,
  ) {}

  /** Ends when no check of gold SQLs runs any more. */
  async settled(): Promise<void> {
    await Promise.all(this.checking.values());
  }

  /** The examination, with the snapshot that stands now where a name was wrong. Never fails. */
  async follow(examination: Examination, watched: WatchedWorkspace, question: Id): Promise<Examination> {
    const schemaHash = this.latest.get(watched.connection.workspace) ?? watched.schemaHash;
    if (schemaHash === null) return examination;
    const missed = examination.error?.category === 'SCHEMA_ERROR';
    try {
      const { taken } = await this.lookIfStale(examination, watched, schemaHash, question);
      if (!missed) return examination;
      return { ...examination, schemaHash: (await Promise.race([taken, this.patience()])) ?? schemaHash };
    } catch (err) {
      this.logger.warn({ err }, 'the snapshot of a schema could not be compared');
      return examination;
    }
  }

  close(): void {
    this.closing.abort();
  }

  private patience(): Promise<null> {
    return delay(WAIT_MS, null, { ref: false });
  }

  /** Starts a refresh where one is due and allowed. A caller that needs the new snapshot waits for it. */
  private async lookIfStale(
    examination: Examination,
    { connection }: WatchedWorkspace,
    schemaHash: BlockHash,
    question: Id,
  ): Promise<{ taken: Promise<BlockHash | null> }> {
    const { workspace, dialect } = connection;
    const schema = await this.work.blocks.json<DatabaseSchema>(workspace, schemaHash);
    const names = schemaContradictions(examination, schema, dialect).filter(
      (name) => !this.unexplained.has(`${workspace} ${name}`),
    );
    if (names.length === 0) return NOTHING_TAKEN;
    const known = this.looking.get(workspace);
    if (known) return { taken: known };
    if (!(await claimLook(this.work.database, workspace, question))) return NOTHING_TAKEN;
    const taken = this.look(connection, examination, names, { question, before: schemaHash }).finally(() =>
      this.looking.delete(workspace),
    );
    this.looking.set(workspace, taken);
    return { taken };
  }

  /** Sets aside what the changed schema breaks, behind what waits for the schema itself. */
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
    void begun.finally(() => {
      if (this.checking.get(workspace) === begun) this.checking.delete(workspace);
    });
  }

  private async look(
    connection: WorkspaceConnection,
    examination: Examination,
    names: readonly string[],
    { question, before }: { question: Id; before: BlockHash },
  ): Promise<BlockHash | null> {
    const { workspace, dialect } = connection;
    try {
      const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(LOOK_TIMEOUT_MS)]);
      const taken = await this.sampler.answer<'introspect'>(connection, { kind: 'introspect', profile: true }, signal);
      const hash = await storeRefreshedSchema(this.work, workspace, taken);
      if (hash !== null) {
        this.latest.set(workspace, hash);
        if (hash !== before) this.checkGoldSqls(connection);
      }
      for (const name of schemaContradictions(examination, taken.schema, dialect)) {
        this.unexplained.set(`${workspace} ${name}`, true);
      }
      this.logger.info({ workspace, names }, 'the schema of a workspace was refreshed');
      await raiseWarningOnce(this.work.database, question, 'SCHEMA_READ_ANEW', messageOf(names));
      return hash;
    } catch (err) {
      if (!this.closing.signal.aborted) this.logger.warn({ err, workspace }, 'a schema could not be refreshed');
      return null;
    }
  }
}

function messageOf(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(', ');
  return `The target database and the snapshot of its schema disagreed about ${shown}: the schema was refreshed.`;
}
