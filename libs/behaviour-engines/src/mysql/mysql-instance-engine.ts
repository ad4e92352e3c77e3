import type { AskedOutcome, InstanceEngine, InstanceRow, ScratchSchema } from '@assay/behaviour';
import { InfrastructureError, toErrorNote, type Cell } from '@assay/contracts';
import type { Connection, FieldPacket, RowDataPacket } from 'mysql2/promise';
import { randomBytes } from 'node:crypto';
import { WALL_FACTOR } from '../processor-time.js';

export interface MysqlEngineOptions {
  dialect: 'mariadb' | 'mysql';
  statementTimeoutMs?: number;
}

type Tables = readonly (readonly InstanceRow[])[];

/** Larger results are unobserved. */
const MOST_ROWS = 2000;
const MOST_BYTES = 1_000_000;
const CONNECT_MS = 10_000;
/** The client drops the connection this long after a statement's timeout, ms. */
const GRACE_MS = 1000;

/** A table that no scratch engine made: the server is not dedicated. */
const FOREIGN_TABLES = `select table_schema as name from information_schema.tables
  where table_schema not in ('information_schema', 'mysql', 'performance_schema', 'sys')
    and table_schema not like 'assay\\_scratch\\_%' limit 1`;

/** Several rows in a scalar subquery, out of range (two codes), division by zero. */
const DATA_ERRORS = new Set([1242, 1264, 1365, 1690]);
const TIMEOUTS = new Set([1969, 3024]);
const NUMERIC = new Set([0, 1, 2, 3, 4, 5, 8, 9, 13, 246]);

/** Dates and large numbers stay as the server writes them. */
const AS_WRITTEN = { dateStrings: true, supportBigNumbers: true, bigNumberStrings: true, rowsAsArray: true };

/** Uses a dedicated scratch server: the account owns the database, candidates run as a read-only user. */
export class MysqlInstanceEngine implements InstanceEngine {
  private readonly timeoutMs: number;
  private readonly name = `assay_scratch_${randomBytes(6).toString('hex')}`;
  private readonly password = randomBytes(18).toString('base64url');
  private admin: Connection | null = null;
  private reader: Connection | null = null;
  private schema: ScratchSchema | null = null;

  constructor(
    private readonly url: string,
    private readonly options: MysqlEngineOptions,
  ) {
    this.timeoutMs = options.statementTimeoutMs ?? 200;
  }

  async open(): Promise<void> {
    if (this.admin !== null) return;
    const admin = await this.connect({});
    this.admin = admin;
    await this.refuseSharedServer();
    for (const statement of [
      `create database ${this.name}`,
      `create user '${this.name.slice(6)}'@'%' identified by '${this.password}'`,
      `grant select on ${this.name}.* to '${this.name.slice(6)}'@'%'`,
      `use ${this.name}`,
    ]) {
      await admin.query(statement);
    }
  }

  async prepare(schema: ScratchSchema): Promise<void> {
    await this.open();
    await this.refuseSharedServer();
    if (JSON.stringify(schema) === JSON.stringify(this.schema)) return;
    this.schema = null;
    const { mysqlDdl } = await import('./mysql-ddl.js');
    const statements = [`drop database ${this.name}`, `create database ${this.name}`, `use ${this.name}`];
    try {
      for (const statement of [...statements, ...mysqlDdl(schema)]) await this.admin?.query(statement);
    } catch (error) {
      throw new InfrastructureError('SCHEMA_REFUSED', toErrorNote(error).message);
    }
    this.schema = schema;
    this.drop();
  }

  async ask(tables: Tables, statements: readonly string[]): Promise<AskedOutcome[]> {
    try {
      await this.fill(tables);
      const outcomes: AskedOutcome[] = [];
      for (const sql of statements) outcomes.push(await this.askOne(sql));
      return outcomes;
    } finally {
      await this.admin?.query('rollback');
    }
  }

  async close(): Promise<void> {
    this.drop();
    const admin = this.admin;
    [this.admin, this.schema] = [null, null];
    if (admin === null) return;
    await admin.query(`drop database if exists ${this.name}`).catch(() => undefined);
    await admin.query(`drop user if exists '${this.name.slice(6)}'@'%'`).catch(() => undefined);
    await admin.end().catch(() => undefined);
  }

  /** Never commits (no disk syncs); the reader uses READ UNCOMMITTED. */
  private async fill(tables: Tables): Promise<void> {
    const { fillTables } = await import('./mysql-ddl.js');
    await this.admin?.query('begin');
    try {
      for (const statement of fillTables(this.schema?.tables ?? [], tables)) await this.admin?.query(statement);
    } catch (error) {
      throw new InfrastructureError('INSTANCE_REFUSED', toErrorNote(error).message);
    }
  }

  /** Refuses a server with other databases: it may hold a user's data. */
  private async refuseSharedServer(): Promise<void> {
    const [rows] = (await this.admin?.query<RowDataPacket[]>(FOREIGN_TABLES)) ?? [];
    const foreign = (rows?.[0] as { name: string } | undefined)?.name;
    if (foreign === undefined) return;
    await this.close();
    const message = `the scratch server holds the database ${foreign}; it has to serve nothing else`;
    throw new InfrastructureError('SCRATCH_SERVER_SHARED', message);
  }

  private async askOne(sql: string): Promise<AskedOutcome> {
    const outcome = await this.askWithin(sql, this.timeoutMs);
    if (outcome !== 'timeout') return outcome;
    const again = await this.askWithin(sql, WALL_FACTOR * this.timeoutMs);
    return again === 'timeout' ? { kind: 'unobserved', tries: 2 } : again;
  }

  private async askWithin(sql: string, milliseconds: number): Promise<AskedOutcome | 'timeout'> {
    const reader = await this.connected();
    if (milliseconds !== this.timeoutMs) await reader.query(`set session ${this.limit(milliseconds)}`);
    const timer = setTimeout(() => this.drop(), milliseconds + GRACE_MS);
    try {
      const asked = { sql, ...AS_WRITTEN };
      const [rows, fields] = (await reader.query(asked)) as unknown as [unknown[][], FieldPacket[]];
      if (!Array.isArray(rows) || fields === undefined) return { kind: 'unobserved' };
      return readRows(rows, fields);
    } catch (error) {
      const { errno, fatal } = error as { errno?: number; fatal?: boolean };
      if (fatal === true) this.drop();
      if (TIMEOUTS.has(errno ?? 0)) return 'timeout';
      return { kind: DATA_ERRORS.has(errno ?? 0) ? 'error' : 'unobserved' };
    } finally {
      clearTimeout(timer);
      if (milliseconds !== this.timeoutMs) await this.reader?.query(`set session ${this.limit(this.timeoutMs)}`);
    }
  }

  private limit(milliseconds: number): string {
    return this.options.dialect === 'mariadb'
      ? `max_statement_time = ${milliseconds / 1000}`
      : `max_execution_time = ${milliseconds}`;
  }

  private async connected(): Promise<Connection> {
    if (this.reader !== null) return this.reader;
    const user = this.name.slice(6);
    const reader = await this.connect({ user, password: this.password, database: this.name });
    await reader.query(`set session ${this.limit(this.timeoutMs)}, session sql_select_limit = ${MOST_ROWS + 1}`);
    await reader.query('set session transaction isolation level read uncommitted');
    this.reader = reader;
    return reader;
  }

  private async connect(as: { user?: string; password?: string; database?: string }): Promise<Connection> {
    const { createConnection } = await import('mysql2/promise');
    const { hostname, port, username, password } = new URL(this.url);
    const connection = await createConnection({
      host: hostname,
      port: port === '' ? 3306 : Number(port),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      connectTimeout: CONNECT_MS,
      charset: 'utf8mb4',
      multipleStatements: false,
      flags: ['-LOCAL_FILES'],
      ...as,
    });
    connection.on('error', () => undefined);
    return connection;
  }

  private drop(): void {
    this.reader?.destroy();
    this.reader = null;
  }
}

function readRows(rows: readonly unknown[][], fields: readonly FieldPacket[]): AskedOutcome {
  const cells = rows.map((row) => row.map(cellOf));
  const bytes = cells.flat().reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0);
  if (rows.length > MOST_ROWS || bytes > MOST_BYTES) return { kind: 'unobserved' };
  const columns = fields.map(({ name, columnType, type }) => ({
    name,
    type: NUMERIC.has(columnType ?? type ?? -1) ? 'numeric' : 'text',
  }));
  return { kind: 'rows', result: { columns, rows: cells, truncated: false } };
}

function cellOf(value: unknown): Cell {
  return Buffer.isBuffer(value) ? `\\x${value.toString('hex')}` : (value as Cell);
}
