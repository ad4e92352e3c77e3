import pg from 'pg';
import type { AskedOutcome, InstanceEngine, InstanceRow, ScratchColumn, ScratchSchema } from '@assay/behaviour';
import { InfrastructureError, toErrorNote } from '@assay/contracts';
import { postgresDdl, schemasOf } from './postgres-ddl.js';
import { PostgresSession, type Filled } from './postgres-session.js';
import type { ScratchCluster, ScratchDatabase } from './scratch-cluster.js';

export interface PostgresEngineOptions {
  statementTimeoutMs?: number;
}

const TYPES = 'select type, to_regtype(type) is not null as known from unnest($1::text[]) type';

type Tables = readonly (readonly InstanceRow[])[];

/** PostgreSQL in a private cluster: one database per engine, objects owned by a superuser. */
export class PostgresInstanceEngine implements InstanceEngine {
  private readonly timeoutMs: number;
  private readonly knownTypes = new Map<string, string>();
  private schema: ScratchSchema | null = null;
  private database: ScratchDatabase | null = null;
  private admin: pg.Client | null = null;
  private session: PostgresSession | null = null;

  constructor(
    private readonly cluster: ScratchCluster,
    { statementTimeoutMs = 200 }: PostgresEngineOptions = {},
  ) {
    this.timeoutMs = statementTimeoutMs;
  }

  async open(): Promise<void> {
    if (this.database !== null) return;
    this.database = await this.cluster.createDatabase();
    // prepare() reports failures.
    await Promise.all([this.connectedAdmin(), this.connect()]).catch(() => undefined);
  }

  async prepare(schema: ScratchSchema): Promise<void> {
    const isKnown = JSON.stringify(schema) === JSON.stringify(this.schema);
    this.schema = schema;
    if (isKnown && this.session?.isLost === false) {
      await this.session.enter(schemasOf(schema)).catch(() => undefined);
      return;
    }
    try {
      await this.makeObjects();
    } catch {
      // Retry once: a new cluster is empty.
      this.reset();
      await this.makeObjects();
    }
  }

  async ask(tables: Tables, statements: readonly string[]): Promise<AskedOutcome[]> {
    const [result] = await this.send([tables], statements);
    if (result?.kind === 'refused') throw new InfrastructureError('INSTANCE_REFUSED', result.why);
    return result === undefined ? [] : this.outcomesOf(result, tables, statements);
  }

  async askEach(fillings: Iterable<Tables>, statements: readonly string[]): Promise<(AskedOutcome[] | null)[]> {
    const taken: Tables[] = [];
    const outcomes: (AskedOutcome[] | null)[] = [];
    const filled = await this.send(keeping(fillings, taken), statements);
    for (const [index, result] of filled.entries()) {
      if (result.kind === 'refused') outcomes.push(null);
      else outcomes.push(await this.outcomesOf(result, taken[index] ?? [], statements));
    }
    return outcomes;
  }

  async close(): Promise<void> {
    const database = this.database;
    this.reset();
    if (database !== null) await this.cluster.dropDatabase(database).catch(() => undefined);
  }

  private async send(fillings: Iterable<Tables>, statements: readonly string[]): Promise<Filled[]> {
    const session = await this.connected();
    return session.ask(fillings, this.schema?.tables ?? [], statements);
  }

  private async outcomesOf(
    filled: Exclude<Filled, { kind: 'refused' }>,
    tables: Tables,
    statements: readonly string[],
  ): Promise<AskedOutcome[]> {
    const outcomes: AskedOutcome[] = [];
    for (const [index, statement] of statements.entries()) {
      // After a lost connection each statement runs alone, to find the culprit.
      if (filled.kind === 'lost') outcomes.push(await this.askAlone(tables, statement));
      else if (filled.isTimedOut[index] === true) outcomes.push(await this.askWithLongTimeout(tables, statement));
      else outcomes.push(filled.answers[index] ?? { kind: 'unobserved' });
    }
    return outcomes;
  }

  private async askAlone(tables: Tables, statement: string): Promise<AskedOutcome> {
    const [filled] = await this.send([tables], [statement]);
    return (filled?.kind === 'answered' ? filled.answers[0] : undefined) ?? { kind: 'unobserved' };
  }

  /** Repeats a statement that timed out, now limited by CPU time. */
  private async askWithLongTimeout(tables: Tables, statement: string): Promise<AskedOutcome> {
    const session = await this.connected();
    const filled = await session.askWithLongTimeout(tables, this.schema?.tables ?? [], statement);
    const [answer] = filled.kind === 'answered' && filled.isTimedOut[0] !== true ? filled.answers : [];
    return answer ?? { kind: 'unobserved', tries: 2 };
  }

  private async connected(): Promise<PostgresSession> {
    if (this.session?.isLost === false) return this.session;
    if (this.schema === null) throw new TypeError('nothing was prepared');
    try {
      const session = await this.connect();
      await session.enter(schemasOf(this.schema));
      return session;
    } catch {
      this.reset();
      return this.makeObjects();
    }
  }

  private async makeObjects(): Promise<PostgresSession> {
    const schema = this.schema;
    if (schema === null) throw new TypeError('nothing was prepared');
    const admin = await this.connectedAdmin();
    const made = postgresDdl(await this.withKnownTypes(schema, admin), (await this.own()).role).map((statement) =>
      admin.query(statement),
    );
    const session = this.session?.isLost === false ? this.session : await this.connect();
    const refused = (await Promise.allSettled(made)).find(({ status }) => status === 'rejected');
    if (refused?.status === 'rejected') {
      throw new InfrastructureError('SCHEMA_REFUSED', toErrorNote(refused.reason).message);
    }
    await session.enter(schemasOf(schema));
    return session;
  }

  /** Types of missing extensions become text: reads return texts, and other uses of the type are unobserved. */
  private async withKnownTypes(schema: ScratchSchema, admin: pg.Client): Promise<ScratchSchema> {
    const columns = schema.tables.flatMap((table) => table.columns).filter(({ allowed }) => allowed === null);
    const asked = [...new Set(columns.map(({ type }) => type))].filter((type) => !this.knownTypes.has(type));
    if (asked.length > 0) {
      const { rows } = await admin.query<{ type: string; known: boolean }>(TYPES, [asked]);
      for (const { type, known } of rows) this.knownTypes.set(type, known ? type : 'text');
    }
    const typed = (column: ScratchColumn): ScratchColumn => ({
      ...column,
      type: this.knownTypes.get(column.type) ?? column.type,
      ...(/\bcitext$/i.test(column.type) && { collation: 'citext' }),
    });
    return { ...schema, tables: schema.tables.map((table) => ({ ...table, columns: table.columns.map(typed) })) };
  }

  private async own(): Promise<ScratchDatabase> {
    this.database ??= await this.cluster.createDatabase();
    return this.database;
  }

  private async connectedAdmin(): Promise<pg.Client> {
    if (this.admin !== null) return this.admin;
    const admin = new pg.Client({ connectionString: (await this.own()).adminUrl, pipeline: true });
    admin.on('error', () => (this.admin = null));
    admin.on('end', () => (this.admin = null));
    await admin.connect();
    this.admin = admin;
    return admin;
  }

  private async connect(): Promise<PostgresSession> {
    this.session = await PostgresSession.open((await this.own()).roleUrl, this.timeoutMs);
    return this.session;
  }

  private reset(): void {
    this.session?.cut();
    const admin = this.admin;
    [this.database, this.session, this.admin] = [null, null, null];
    admin?.end().catch(() => undefined);
  }
}

function* keeping<Item>(items: Iterable<Item>, taken: Item[]): Iterable<Item> {
  for (const item of items) {
    taken.push(item);
    yield item;
  }
}
