import { InfrastructureError, PermanentError, RequestProblem } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import pg from 'pg';

/** A statement, prepared once per connection. */
export interface Statement {
  name: string;
  text: string;
}

export interface PipelinedStatement extends Statement {
  parameters: readonly unknown[];
}

/** Pool, or the connection of a transaction. */
export interface Queryable {
  query<Row extends object>(statement: Statement, parameters?: readonly unknown[]): Promise<Row[]>;
}

export interface DatabaseOptions {
  url: string;
  max?: number;
  applicationName?: string;
  /** Called when an idle connection of the pool breaks (the pool replaces it), or one of `dedicatedClient`. */
  onError?: (error: Error) => void;
}

/** Above any statement of ours, below a user's patience. */
export const QUERY_TIMEOUT_MS = 60_000;
export const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Hot statements are planned once, often on empty tables, and each has an index: sequential scans are wrong, and bitmap
 * scans collect all rows before the first page. Idle transactions of frozen processes time out. A statement, because
 * poolers refuse start-up `options`.
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
 * Throws InfrastructureError (connection, shutdown, serialization) or PermanentError (class 22, invalid values); other
 * errors are bugs and pass unchanged.
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
      // a silent server must not block a process for ever
      query_timeout: QUERY_TIMEOUT_MS,
      // if it fails, the pool drops the connection
      onConnect: applySettings,
    });
    // An unhandled error of an idle connection would end the process.
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

  async ping(): Promise<void> {
    await this.query({ name: 'ping', text: 'select 1' });
  }

  /** `work` waits for nothing but `connection`: the server ends idle transactions. Rolls back if it throws. */
  async transaction<Result>(work: (connection: Queryable) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw toAssayError(error);
    });
    let broken = false;
    // a connection that breaks between statements must not end the process; the next statement fails
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

  /** A transaction in one round trip; returns rows by statement name. A failure discards its connection. */
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
      // the first failure is the cause; later ones only report the abort
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

  /** Outside the pool, for LISTEN. The caller ends it. */
  async dedicatedClient(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.options.url,
      application_name: `${this.options.applicationName ?? 'assay'}-listen`,
      keepAlive: true,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    });
    client.on('error', (error: Error) => this.options.onError?.(error));
    await client.connect();
    return client;
  }

  /** `awaited` counts statements that wait for a connection. */
  connections(): { used: number; idle: number; awaited: number } {
    const { totalCount, idleCount, waitingCount } = this.pool;
    return { used: totalCount - idleCount, idle: idleCount, awaited: waitingCount };
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}

function applySettings(client: pg.ClientBase): unknown {
  return client.query(SESSION_SETTINGS);
}

const connectionCodes = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN']);
/** Connection, shutdown, deadlock, resources, files of the server. */
const retryable = /^(08|40|53|57P0|58|55P03|25P03)/;

/** Of owners: the person has been erased since the caller was admitted. */
const OF_PERSON: ReadonlySet<unknown> = new Set(['runs_person_fkey', 'owner_person_fkey']);

/** Converts errors of the record's Postgres, also those from TypeORM; others pass unchanged. */
export function toAssayError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  if (OF_PERSON.has(constraint)) return new RequestProblem(401, 'UNAUTHORIZED', 'The person has been erased.');
  if (typeof code === 'string') {
    if (connectionCodes.has(code) || retryable.test(code)) {
      return new InfrastructureError('RECORD_UNAVAILABLE', `Assay's own database: ${error.message}`, { cause: error });
    }
    if (code.startsWith('22')) return new PermanentError('UNSTORABLE_VALUE', error.message, { cause: error });
    return error;
  }
  // node-postgres sets no code for closed connections and timeouts
  if (
    /Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error/.test(
      error.message,
    )
  ) {
    return new InfrastructureError('RECORD_UNAVAILABLE', `Assay's own database: ${error.message}`, { cause: error });
  }
  return error;
}
