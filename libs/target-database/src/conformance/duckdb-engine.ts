import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';

const FIXTURE = [
  'create table customers (id integer primary key, name varchar not null, city varchar, joined date, photo blob)',
  'create table orders (id integer primary key, customer_id integer not null references customers, total decimal(12,2))',
  "comment on table customers is 'People who buy'",
  "comment on column customers.city is 'Where they live'",
  'create view spending as select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name',
  "create view sleepy as select current_setting('threads') as nap, id from customers",
  'create view above_sleepy (id) as select id from sleepy',
  ...fixtureInserts(),
  "update customers set photo = '\\x00\\xff'::blob",
];

async function start(): Promise<RunningEngine> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-duckdb-')));
  const path = join(folder, 'shop.duckdb');
  const instance = await DuckDBInstance.create(path);
  const admin = await instance.connect();
  for (const statement of FIXTURE) await admin.run(statement);
  admin.closeSync();
  instance.closeSync();
  return {
    reader: parseTargetUrl('duckdb', `duckdb://${path}`),
    writer: null,
    sqliteDirs: [folder],
    // A writer locks the file: open briefly, for SELECTs read-only.
    administer: async (sql) => {
      const mode = /^\s*select\b/i.test(sql) ? 'READ_ONLY' : 'READ_WRITE';
      const looking = await DuckDBInstance.create(path, { access_mode: mode });
      const connection = await looking.connect();
      const [row] = (await connection.runAndReadAll(sql)).getRows();
      connection.closeSync();
      looking.closeSync();
      const first = row?.[0];
      return first === undefined || first === null ? null : String(first);
    },
    stop: () => rm(folder, { recursive: true, force: true }),
  };
}

export const duckdbEngine: EngineUnderTest = {
  title: 'DuckDB',
  dialect: 'duckdb',
  needs: null,
  start,
  schema: 'main',
  comments: true,
  values: checkedValues('duckdb'),
  endless: 'select sum(hash(a.n + b.n)) from range(10000000) as a(n), range(10000000) as b(n)',
  running: null,
  numbers: (count) => `select n from range(1, ${count + 1}) as g(n) order by n`,
  longText: (length) => `select repeat('x', ${length}) as long`,
  hostile: [
    "insert into customers (id, name) values (9, 'x')",
    'delete from orders',
    'drop table orders',
    'select * from orders; delete from orders',
    'create temp table t as select 1',
    "attach '/tmp/assay-was-here.duckdb' as other",
    "copy orders to '/tmp/assay-was-here.csv'",
    "export database '/tmp/assay-was-here'",
    'set enable_external_access = true',
    "select * from read_text('/etc/passwd')",
    "select * from '/etc/passwd.csv'",
    'install httpfs',
    'load httpfs',
    'select * from sleepy',
    'begin transaction',
    'checkpoint',
  ],
  broken: [
    ['select nothing_like_it from customers', 'SCHEMA_ERROR'],
    ['select * from no_such_table', 'SCHEMA_ERROR'],
    ['selekt 1', 'SYNTAX_ERROR'],
    ["select 'a'::integer from customers", 'EXECUTION_ERROR'],
  ],
};
