import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { NOTHING_DECLARED, runSuite, type InstanceEngine, type SuiteOutcome } from '@assay/behaviour';
import type { DatabaseProfile, DatabaseSchema, Dialect } from '@assay/contracts';
import { CHDB, findProgram, startTestMariadb } from '@assay/testing';
import { ClickhouseInstanceEngine } from './clickhouse/clickhouse-instance-engine.js';
import { MysqlInstanceEngine } from './mysql/mysql-instance-engine.js';
import { DuckdbInstanceEngine } from './duckdb/duckdb-instance-engine.js';
import { PostgresInstanceEngine } from './postgres/postgres-instance-engine.js';
import { ScratchCluster } from './postgres/scratch-cluster.js';
import { SqliteInstanceEngine } from './sqlite/sqlite-instance-engine.js';

type Described = { schema: DatabaseSchema; profile: DatabaseProfile };

function ordersWith(type: string, dialect: Dialect, collation?: string): Described {
  const columns = [`id integer`, `extra ${type}`, 'amount numeric(8,2)'].map((text) => ({
    name: text.slice(0, text.indexOf(' ')),
    type: text.slice(text.indexOf(' ') + 1),
    nullable: false,
    description: null,
    examples: [],
  }));
  const table = { schema: null, name: 'orders', kind: 'table' as const, description: null, rowEstimate: null };
  const schema = { dialect, name: 'shop', tables: [{ ...table, columns, primaryKey: ['id'], foreignKeys: [] }] };
  const declared = {
    ...NOTHING_DECLARED,
    ...(collation !== undefined && { collations: [{ column: 'extra', collation }] }),
  };
  const nothing = { unique: [], dependencies: [], orders: [], inclusions: [], declared };
  const unseen = { nullShare: 0, distinct: 0, minimum: null, maximum: null, frequent: [], pattern: null };
  const profile = {
    tables: [
      {
        ...{ schema: null, name: 'orders', rowCount: 0, sampled: false, ...nothing },
        columns: columns.map(({ name }) => ({ name, ...unseen })),
      },
    ],
  };
  return { schema, profile };
}

function engineOf(opened: OpenedEngine | undefined): InstanceEngine {
  if (opened === undefined) throw new Error('the engine is opened before each test');
  return opened.engine;
}

const NUMBERS = ['integer', 'smallint', 'bigint', 'real', 'numeric(4,1)'];
const COMMON = [...NUMBERS, 'varchar(3)', 'text', 'date', 'timestamp', 'time'];
interface OpenedEngine {
  engine: InstanceEngine;
  close: () => Promise<void>;
}

interface EngineUnderTest {
  dialect: Dialect;
  needs?: string;
  types: string[];
  collated: { type: string; collation?: string; classes: number }[];
  open: () => Promise<OpenedEngine>;
}

const ENGINES: EngineUnderTest[] = [
  {
    dialect: 'sqlite',
    collated: [
      { type: 'text', classes: 2 },
      { type: 'text', collation: 'NOCASE', classes: 1 },
      { type: 'text', collation: 'an application’s own', classes: 2 },
    ],
    types: [...COMMON, 'blob', 'json', 'boolean', '', 'whatever'],
    open: async () => {
      const engine = new SqliteInstanceEngine();
      return { engine, close: () => engine.close() };
    },
  },
  {
    dialect: 'duckdb',
    collated: [{ type: 'VARCHAR', classes: 2 }],
    types: [
      ...[
        ...COMMON,
        'BOOLEAN',
        'UUID',
        'BLOB',
        'BIT',
        'INTERVAL',
        'JSON',
        'HUGEINT',
        'UTINYINT',
        'TIMESTAMP WITH TIME ZONE',
      ],
      ...['INTEGER[]', 'VARCHAR[2]', 'DATE[2]', 'STRUCT(a INTEGER, b VARCHAR)', 'MAP(VARCHAR, INTEGER)'],
      ...['STRUCT(a INTEGER)[]'],
    ],
    open: async () => {
      const engine = new DuckdbInstanceEngine();
      return { engine, close: () => engine.close() };
    },
  },
  {
    dialect: 'postgres',
    collated: [
      { type: 'text', classes: 2 },
      { type: 'character varying(20)', collation: 'loose', classes: 1 },
      { type: 'public.citext', classes: 1 },
    ],
    types: [
      ...[...COMMON, 'boolean', 'uuid', 'json', 'jsonb', 'text[]', 'integer[]', 'bytea', 'interval', 'xml', 'money'],
      ...[
        'int4range',
        'tstzrange',
        'int8multirange',
        'inet',
        'cidr',
        'macaddr',
        'macaddr8',
        'bit(3)',
        'bit varying(8)',
      ],
      ...[
        'point',
        'line',
        'lseg',
        'box',
        'path',
        'polygon',
        'circle',
        'tsvector',
        'tsquery',
        'oid',
        'xid',
        'character(2)',
      ],
      ...['timestamp with time zone', 'time with time zone', '"char"', 'name'],
      // of extensions missing in a scratch cluster
      ...['geometry(Point,4326)', 'public.hstore', 'vector(3)', 'citext'],
    ],
    open: async () => {
      const cluster = new ScratchCluster();
      const engine = new PostgresInstanceEngine(cluster);
      const close = async (): Promise<void> => {
        await engine.close();
        await cluster.stop();
      };
      return { engine, close };
    },
  },
  {
    dialect: 'mariadb',
    needs: 'mariadbd',
    collated: [
      { type: 'varchar(20)', collation: 'utf8mb4_unicode_ci', classes: 1 },
      { type: 'varchar(20)', collation: 'utf8mb4_bin', classes: 2 },
      { type: 'text', collation: 'latin1_general_cs', classes: 2 },
    ],
    types: [
      ...['int(11)', 'smallint', 'tinyint(1)', 'mediumint', 'bigint unsigned', 'decimal(4,1)', 'double', 'varchar(3)'],
      ...['longtext', 'date', 'datetime', 'timestamp', 'time', 'year(4)', "set('a','b')", "enum('a','b')", 'bit(3)'],
      ...['json', 'blob', 'varbinary(16)', 'binary(4)'],
    ],
    open: async () => {
      const server = await startTestMariadb();
      const engine = new MysqlInstanceEngine(`mariadb://root@127.0.0.1:${server.port}`, { dialect: 'mariadb' });
      const close = async (): Promise<void> => {
        await engine.close();
        await server.stop();
      };
      return { engine, close };
    },
  },
  {
    dialect: 'clickhouse',
    needs: CHDB,
    collated: [{ type: 'String', classes: 2 }],
    types: [
      ...['Int8', 'UInt8', 'Int16', 'UInt16', 'Int32', 'UInt32', 'Int64', 'UInt64', 'Int256', 'Float32', 'BFloat16'],
      ...['Decimal(4, 1)', 'Bool', 'String', 'FixedString(3)', 'Date', 'Date32', 'DateTime', "DateTime64(3, 'UTC')"],
      ...['Time', "Enum8('a' = 1, 'b' = 2)", 'UUID', 'IPv4', 'IPv6', 'Array(String)', 'Array(Array(UInt8))', 'Point'],
      ...['Map(String, Int32)', 'Tuple(a Int32, b String)', 'JSON', 'Variant(Int32, String)', 'Dynamic', 'Ring'],
      'AggregateFunction(sum, Int32)',
    ],
    open: async () => {
      const engine = new ClickhouseInstanceEngine({ folder: process.env['ASSAY_CHDB'] ?? '' });
      return { engine, close: () => engine.close() };
    },
  },
];

function suiteOf(described: Described, sqls: readonly string[], engine: InstanceEngine): Promise<SuiteOutcome> {
  const result = { columns: [{ name: 'sum', type: '' }], rows: [], truncated: false };
  const texts = sqls.map((sql, index) => ({
    id: `${index}`,
    sql,
    votes: 1,
    target: { kind: 'rows' as const, result },
  }));
  return runSuite({ ...described, sample: null, seed: 1, ordered: null, texts }, engine);
}

describe.each(ENGINES)('rows of $dialect', ({ dialect, needs, types, collated, open }) => {
  const isMissing = needs !== undefined && findProgram(needs) === null;
  const test = isMissing ? it.skip : it;
  let opened: OpenedEngine | undefined;
  beforeAll(async () => {
    if (!isMissing) opened = await open();
  });
  afterAll(() => opened?.close());

  test.each(types.map((type) => ({ type })))('have values of "$type" that the database takes', async ({ type }) => {
    const sqls = ['>', '>='].map((operator) => `select sum(amount) from orders where amount ${operator} 10`);
    const outcome = await suiteOf(ordersWith(type, dialect), sqls, engineOf(opened));
    expect(outcome.classes.length).toBe(2);
    const seen = outcome.instances.filter(({ tables }) => (tables[0]?.length ?? 0) > 0);
    expect(seen.length).toBeGreaterThan(outcome.instances.length / 2);
    expect(outcome.refused).toBe(0);
  });

  test.each(collated)('of $type are compared by $collation: $classes classes', async ({ type, collation, classes }) => {
    const sqls = ["select id from orders where extra = 'Kim'", "select id from orders where lower(extra) = 'kim'"];
    const outcome = await suiteOf(ordersWith(type, dialect, collation), sqls, engineOf(opened));
    expect(outcome.refused).toBe(0);
    expect(outcome.classes.length).toBe(classes);
  });
});
