import { InfrastructureError, PermanentError } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import pg from 'pg';

/** A statement that each connection prepares once. */
export interface Statement {
  name: string;
  text: string;
}

/** A statement of a pipelined transaction. */
export interface PipelinedStatement extends Statement {
  parameters: readonly unknown[];
}

/** What hot statements run on: the pool, or the one connection of a transaction. */
export interface Queryable {
  query<Row extends object>(statement: Statement, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  url: string;
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
 */
const SESSION_SETTINGS = [
  'search_path = assay, public',
  'enable_seqscan = off',
  'enable_bitmapscan = off',
  'enable_hashjoin = off',
  'enable_mergejoin = off',
  'jit = off',
  'plan_cache_mode = force_generic_plan',
  `idle_in_transaction_session_timeout = ${timing.idleInTransaction}`,
]
  .map((setting) => `set ${setting}`)
  .join('; ');

/**
 * Assay's own Postgres for the hot statements: a pool, prepared statements, transactions.
 * Errors come out as InfrastructureError (connection, shutdown, serialization: try again) or PermanentError (class 22:
 * the values themselves are wrong and will stay so); anything else is a bug and comes out as it is.
 */
export class Database implements Queryable {
  private readonly pool: pg.Pool;

  constructor(readonly options: DatabaseOptions) {
    this.pool = new pg.Pool({
      connectionString: options.url,
      max: options.max ?? 8,
      application_name: options.applicationName ?? 'assay',
      idleTimeoutMillis: 60_000,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      keepAlive: true,
      pipeline: true,
      // a server that neither answers nor hangs up must not hold a process for ever
      query_timeout: options.queryTimeoutMs ?? QUERY_TIMEOUT_MS,
      // a connection for which it fails is dropped
      onConnect: applySettings,
    });
    // A broken idle connection must not end the process: the pool has dropped it already.
    this.pool.on('error', (error) => options.onError?.(error));
  }

  async query<Row extends object>(statement: Statement, parameters: readonly unknown[] = []): Promise<Row[]> {
    try {
      const result = await this.pool.query<Row>({ ...statement, values: [...parameters] });
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
      await client.query('begin');
      const result = await work({
        query: async <Row extends object>(statement: Statement, parameters: readonly unknown[] = []) =>
          (await client.query<Row>({ ...statement, values: [...parameters] })).rows,
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

  /**
   * One transaction in one round trip: nothing is decided between its statements. Returns the rows of each, under its
   * name. A transaction that fails takes its connection with it.
   */
  async pipeline(statements: Readonly<Record<string, PipelinedStatement>>): Promise<Record<string, object[]>> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw toAssayError(error);
    });
    const ignore = (): void => undefined;
    client.on('error', ignore);
    let failed = true;
    try {
      const sent: Promise<pg.QueryResult<object>>[] = [
        client.query('begin'),
        ...Object.values(statements).map(({ parameters, ...statement }) =>
          client.query<object>({ ...statement, values: [...parameters] }),
        ),
        client.query('commit'),
      ];
      // the first failure is the cause, those behind it say only that the transaction was aborted
      const settled = await Promise.allSettled(sent);
      const fault = settled.find((result) => result.status === 'rejected');
      if (fault) throw toAssayError(fault.reason);
      failed = false;
      const rows = settled.slice(1, -1).map((result) => (result.status === 'fulfilled' ? result.value.rows : []));
      return Object.fromEntries(Object.keys(statements).map((name, place) => [name, rows[place] ?? []]));
    } finally {
      client.off('error', ignore);
      client.release(failed);
    }
  }

  /** A connection outside the pool, for LISTEN. The caller ends it. */
  async dedicatedClient(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.options.url,
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
