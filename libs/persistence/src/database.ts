import { InfrastructureError, PermanentError } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import pg from 'pg';

/** A statement that each connection prepares once. */
export interface Statement {
  name: string;
  text: string;
}

/** What hot statements run on: the pool, or the one connection of a transaction. */
export interface Queryable {
  query<Row extends object>(statement: Statement, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  url: string;
  /** Past a pooler in transaction mode, to which `url` leads then; left out: `url` leads to sessions of our own. */
  directUrl?: string | null;
  /** Connections at most. */
  max?: number;
  applicationName?: string;
  /** A statement that takes longer fails, milliseconds. */
  queryTimeoutMs?: number;
  /** Told of connections that broke while idle; they are replaced by themselves. */
  onError?: (error: Error) => void;
}

/** Far above any statement of ours, below what a user waits. */
export const QUERY_TIMEOUT_MS = 60_000;
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Hot statements are planned once, often while their tables are still empty, and every one of them has an index: a plan
 * that reads a whole table is never the right one. Nor is a bitmap: it collects all rows that qualify before the first
 * one comes, where an index in order stops at the end of a page. A process that is frozen in mid-transaction must not
 * hold its locks against all others. Sent once per connection as a statement: poolers refuse the start-up parameter `options`.
 *
 * Behind a pooler in transaction mode nothing outlasts a transaction: there they are made for each transaction, with its
 * `begin`. Statements of their own go without; they are planned each time, by what their tables hold then.
 */
const SETTINGS = [
  'search_path = assay, public',
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'jit = off',
  'plan_cache_mode = force_generic_plan',
  `idle_in_transaction_session_timeout = ${timing.idleInTransaction}`,
];
const SESSION_SETTINGS = SETTINGS.map((setting) => `set ${setting}`).join('; ');
const BEGIN_WITH_SETTINGS = ['begin', ...SETTINGS.map((setting) => `set local ${setting}`)].join('; ');

/**
 * Assay's own Postgres for the hot statements: a pool, prepared statements, transactions.
 * Errors come out as InfrastructureError (connection, shutdown, serialization: try again) or PermanentError (class 22:
 * the values themselves are wrong and will stay so); anything else is a bug and comes out as it is.
 */
export class Database implements Queryable {
  private readonly pool: pg.Pool;
  /** Whether a session is ours for one transaction only: what is prepared or set in it is gone, or others'. */
  private readonly isPooled: boolean;

  constructor(readonly options: DatabaseOptions) {
    this.isPooled = (options.directUrl ?? null) !== null;
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.max ?? 8,
      application_name: options.applicationName ?? 'assay',
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      // a server that neither answers nor hangs up must not hold a process for ever
      query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
      // a connection for which it fails is dropped
      onConnect: this.isPooled ? undefined : applySettings,
    });
    // A broken idle connection must not end the process: the pool has dropped it already.
    this.pool.on('error', (error) => options.onError?.(error));
  }

  async query<Row extends object>(statement: Statement, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      const result = await this.pool.query<Row>(this.ready(statement, parameters));
      return result.rows;
    } catch (error) {
      throw toAssayError(error);
    }
  }

  /** Fails where Postgres does not answer. */
  async ping(): Promise<void> {
    await this.query({ name: 'ping', text: 'select 1' });
  }

  /** Runs `work` in one transaction; rolls back when it throws. Keep calls to anything else out of it. */
  async transaction<Result>(work: (connection: Queryable) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw toAssayError(error);
    });
    let broken = false;
    // a connection that breaks between two statements says so here, and must not end the process: the next one fails
    const breaks = (): void => void (broken = true);
    client.on('error', breaks);
    try {
      await client.query(this.isPooled ? BEGIN_WITH_SETTINGS : 'begin');
      const result = await work({
        query: async <Row extends object>(statement: Statement, parameters: readonly unknown[] = []) =>
          (await client.query<Row>(this.ready(statement, parameters))).rows,
      });
      await client.query('commit');
      return result;
    } catch (error) {
      await client.query('rollback').catch(() => {
        broken = true;
      });
      throw toAssayError(error);
    } finally {
      client.off('error', breaks);
      client.release(broken);
    }
  }

  /** A connection of its own, outside the pool and past any pooler, for LISTEN. The caller ends it. */
  async dedicatedClient(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.options.directUrl ?? this.options.url,
      application_name: `${this.options.applicationName ?? 'assay'}-listen`,
      keepAlive: true,
    });
    client.on('error', (error: Error) => this.options.onError?.(error));
    await client.connect();
    return client;
  }

  /** What the pool's connections do; `awaited` counts statements that wait for one. */
  connections(): { used: number; idle: number; awaited: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { used: totalCount - idleCount, idle: idleCount, awaited: waitingCount };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }

  /** A prepared statement lives in a session, which must be ours. */
  private ready({ name, text }: Statement, parameters: readonly unknown[]): pg.QueryConfig {
    return { ...(this.isPooled ? {} : { name }), text, values: [...parameters] };
  }
}

/** Makes a new connection of the pool ready for hot statements: one round trip. The pool awaits what this returns. */
function applySettings(client: pg.ClientBase): unknown {
  return client.query(SESSION_SETTINGS);
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** Classes and codes after which the same transaction may succeed: connection, shutdown, deadlock, resources. */
const retryable = /^(08|40|53|57P0|55P03|25P03)/;

/** A failure of Assay's own Postgres as an error of ours; anything else as it is. Also for what TypeORM throws. */
export function toAssayError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string') {
    if (connectionCodes.has(code) || retryable.test(code)) {
      return new InfrastructureError('RECORD_UNAVAILABLE', `Assay's own database: ${error.message}`, { cause: error });
    }
    if (code.startsWith('22')) return new PermanentError('UNSTORABLE_VALUE', error.message, { cause: error });
    return error;
  }
  // node-postgres has no code for a connection that ended under a query, a query or a pool that timed out
  if (
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  ) {
    return new InfrastructureError('RECORD_UNAVAILABLE', `Assay's own database: ${error.message}`, { cause: error });
  }
  return error;
}
