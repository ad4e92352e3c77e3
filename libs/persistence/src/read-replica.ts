import { Database, type DatabaseOptions, type Queryable, type Statement } from './database.js';
import { replicaKeepsUp } from './sql/replica-keeps-up.js';

/** A replica is used while it is at most this far behind, seconds. */
const MOST_BEHIND_SECONDS = 5;
/** How often it is asked how far behind it is, while it is read from; milliseconds. */
const LOOK_MS = 1000;
/** What was learnt of it longer ago is nothing to go by, milliseconds. */
const STALE_MS = 2 * LOOK_MS;
/** What has not changed for this long is on every replica that is used: the most behind, and what a look is old. */
const SETTLED_MS = 10_000;
/** A replica that does not answer must not hold a reader for long: the primary does. */
const REPLICA_QUERY_TIMEOUT_MS = 10_000;

interface ReadReplicaOptions extends DatabaseOptions {
  /** Told when the replica is passed over from now on, and why. */
  onAway?: (reason: unknown) => void;
}

/**
 * A read-only copy of Assay's own Postgres, for what may be read from one: whatever is not there, is late or fails is
 * read from the primary instead.
 */
export class ReadReplica {
  private readonly replica: Database;
  private known = { keepsUp: false, at: Number.NEGATIVE_INFINITY };
  private looking = false;
  private readonly reads: Queryable = { query: (statement, parameters) => this.read(statement, parameters) };

  constructor(
    private readonly primary: Queryable,
    private readonly options: ReadReplicaOptions,
  ) {
    this.replica = new Database({ queryTimeoutMs: REPLICA_QUERY_TIMEOUT_MS, ...options });
  }

  /** Where to read what may be some seconds old. */
  lagging(): Queryable {
    return this.reads;
  }

  /** Where to read what changes no more since a moment; null: it may still change. */
  unchangedSince(moment: Date | null): Queryable {
    return moment !== null && Date.now() - moment.getTime() > SETTLED_MS ? this.reads : this.primary;
  }

  async close(): Promise<void> {
    await this.replica.close();
  }

  private async read<Row extends object>(statement: Statement, parameters?: readonly unknown[]): Promise<Row[]> {
    if (!this.keepsUp()) return this.primary.query<Row>(statement, parameters);
    try {
      return await this.replica.query<Row>(statement, parameters);
    } catch (error) {
      // an error of the statement's own the primary throws, too
      this.learn(false, error);
      return this.primary.query<Row>(statement, parameters);
    }
  }

  private keepsUp(): boolean {
    const age = performance.now() - this.known.at;
    if (age > LOOK_MS) void this.look();
    return this.known.keepsUp && age < STALE_MS;
  }

  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    try {
      const keepsUp = await replicaKeepsUp(this.replica, MOST_BEHIND_SECONDS);
      this.learn(keepsUp, new Error(`It is more than ${MOST_BEHIND_SECONDS} s behind.`));
    } catch (error) {
      this.learn(false, error);
    } finally {
      this.looking = false;
    }
  }

  private learn(keepsUp: boolean, reason: unknown): void {
    if (this.known.keepsUp && !keepsUp) this.options.onAway?.(reason);
    this.known = { keepsUp, at: performance.now() };
  }
}
