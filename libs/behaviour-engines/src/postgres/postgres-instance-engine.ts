import pg from 'pg';
import type { AskedOutcome, InstanceEngine, InstanceRow, ScratchSchema } from '@assay/behaviour';
import { InfrastructureError, toErrorNote } from '@assay/contracts';
import { insertInto, postgresDdl } from './postgres-ddl.js';
import { MOST_ROWS, readAnswer, TEXTS } from './read-answer.js';
import type { ScratchCluster, ScratchDatabase } from './scratch-cluster.js';

export interface PostgresEngineOptions {
  /** How long a statement may take, in milliseconds. */
  statementTimeoutMs?: number;
}

type Tables = readonly (readonly InstanceRow[])[];
type Fetched = PromiseSettledResult<pg.QueryArrayResult<(string | null)[]>>;

/** Bytes that one batch of answers may send: a back end that sends more is cut off. */
const MOST_RECEIVED = 32_000_000;
/** What a batch may take beyond the timeouts of its statements, in milliseconds. */
const GRACE_MS = 2000;

/**
 * PostgreSQL in a cluster of its own. An instance is filled, asked and rolled back in one transaction that is sent at
 * once; each candidate is a cursor (so that it can be nothing but a query) behind a savepoint, and the transaction is
 * read-only once it is filled.
 */
export class PostgresInstanceEngine implements InstanceEngine {
  private readonly timeoutMs: number;
  private schema: ScratchSchema | null = null;
  private database: ScratchDatabase | null = null;
  private client: pg.Client | null = null;

  constructor(
    private readonly cluster: ScratchCluster,
    { statementTimeoutMs = 200 }: PostgresEngineOptions = {},
  ) {
    this.timeoutMs = statementTimeoutMs;
  }

  async open(): Promise<void> {
    this.database ??= await this.cluster.createDatabase();
  }

  async prepare(schema: ScratchSchema): Promise<void> {
    if (this.client !== null && JSON.stringify(schema) === JSON.stringify(this.schema)) return;
    this.schema = schema;
    this.drop();
    try {
      await this.makeObjects();
    } catch {
      // The cluster may have died since; a new one is empty.
      this.database = null;
      await this.makeObjects();
    }
  }

  async ask(tables: Tables, statements: readonly string[]): Promise<AskedOutcome[]> {
    const together = await this.askTogether(tables, statements);
    if (together !== null) return together;
    // The cluster died, or one of them ended the connection: each is asked by itself, so that it alone is unobserved.
    const outcomes: AskedOutcome[] = [];
    for (const statement of statements) {
      outcomes.push((await this.askTogether(tables, [statement]))?.[0] ?? { kind: 'unobserved' });
    }
    return outcomes;
  }

  /** All at once on the wire: the server is never waited for in between. */
  async askEach(fillings: readonly Tables[], statements: readonly string[]): Promise<AskedOutcome[][]> {
    await this.connected();
    const asked = fillings.map((tables) => this.askTogether(tables, statements, fillings.length));
    const together = await Promise.all(asked);
    const outcomes: AskedOutcome[][] = [];
    for (const [index, tables] of fillings.entries()) {
      outcomes.push(together[index] ?? (await this.ask(tables, statements)));
    }
    return outcomes;
  }

  async close(): Promise<void> {
    this.drop();
    const database = this.database;
    this.database = null;
    if (database !== null) await this.cluster.dropDatabase(database).catch(() => undefined);
  }

  /**
   * Null where the connection was lost.
   *
   * @param atOnce batches that are on their way together
   */
  private async askTogether(tables: Tables, statements: readonly string[], atOnce = 1): Promise<AskedOutcome[] | null> {
    const client = await this.connected();
    const cut = (): void => this.drop();
    const timer = setTimeout(cut, atOnce * statements.length * 2 * this.timeoutMs + GRACE_MS);
    let received = 0;
    const count = (chunk: Buffer): void => {
      received += chunk.length;
      if (received > atOnce * MOST_RECEIVED) cut();
    };
    client.connection.stream.on('data', count);
    try {
      const filled = client.query(this.filling(tables));
      const asked = statements.map((sql) => askOne(client, sql));
      const ended = client.query('rollback; select pg_advisory_unlock_all()');
      const [[fill, end], answers] = await Promise.all([Promise.allSettled([filled, ended]), Promise.all(asked)]);
      if (end.status === 'rejected') {
        this.drop();
        return null;
      }
      if (fill.status === 'rejected') {
        throw new InfrastructureError('INSTANCE_REFUSED', toErrorNote(fill.reason).message);
      }
      return answers.map(readAnswer);
    } finally {
      clearTimeout(timer);
      client.connection.stream.off('data', count);
    }
  }

  /** One message to the server: each costs more than what it does. */
  private filling(tables: Tables): string {
    const inserts = (this.schema?.tables ?? []).flatMap((table, index) => {
      const rows = tables[index] ?? [];
      return rows.length === 0 ? [] : [insertInto(table, rows)];
    });
    return ['begin', ...inserts, 'set transaction read only', 'savepoint candidate'].join('; ');
  }

  private async connected(): Promise<pg.Client> {
    if (this.client !== null) return this.client;
    if (this.database !== null) {
      const again = await this.connect(this.database).catch(() => null);
      if (again !== null) return again;
      this.database = null;
    }
    return this.makeObjects();
  }

  private async makeObjects(): Promise<pg.Client> {
    const schema = this.schema;
    if (schema === null) throw new TypeError('nothing was prepared');
    this.database ??= await this.cluster.createDatabase();
    const { adminUrl, role } = this.database;
    const admin = new pg.Client({ connectionString: adminUrl, pipeline: true });
    admin.on('error', () => undefined);
    await admin.connect();
    try {
      const made = [...postgresDdl(schema, role)].map((statement) => admin.query(statement));
      const refused = (await Promise.allSettled(made)).find(({ status }) => status === 'rejected');
      if (refused?.status === 'rejected') {
        throw new InfrastructureError('SCHEMA_REFUSED', toErrorNote(refused.reason).message);
      }
    } finally {
      await admin.end();
    }
    return this.connect(this.database);
  }

  private async connect({ roleUrl }: ScratchDatabase): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: roleUrl,
      pipeline: true,
      types: TEXTS,
      statement_timeout: this.timeoutMs,
      connectionTimeoutMillis: 10_000,
    });
    client.on('error', () => undefined);
    await client.connect();
    this.client = client;
    return client;
  }

  private drop(): void {
    this.client?.connection.stream.destroy(new Error('cut off'));
    this.client = null;
  }
}

/**
 * A cursor takes one query and nothing else: no COMMIT, no SET, no COPY, no writing CTE. The extended protocol takes one
 * statement and not several. What it did is rolled back to the savepoint, which is there for the next one.
 */
async function askOne(client: pg.Client, sql: string): Promise<Fetched> {
  const declare = { text: `declare candidate no scroll cursor for ${sql}`, queryMode: 'extended' };
  const fetch = { text: `fetch ${MOST_ROWS + 1} from candidate`, rowMode: 'array' as const };
  const [declared, fetched] = await Promise.allSettled([
    client.query(declare),
    client.query<(string | null)[]>(fetch),
    client.query('rollback to savepoint candidate'),
  ]);
  return declared.status === 'rejected' ? declared : fetched;
}
