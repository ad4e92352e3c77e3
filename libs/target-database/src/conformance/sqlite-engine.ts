import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';

const FIXTURE = [
  'pragma journal_mode = wal',
  'create table customers (id integer primary key, name text not null, city varchar(60), joined text, photo blob)',
  'create table orders (id integer primary key, customer_id integer not null references customers, total decimal(12,2))',
  'create view spending as select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name',
  "create view sleepy as select load_extension('x') as nap, id from customers",
  'create view above_sleepy (id) as select id from sleepy',
  ...fixtureInserts(),
  "update customers set photo = x'00ff'",
];

async function start(): Promise<RunningEngine> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-sqlite-')));
  const path = join(folder, 'shop.sqlite');
  const admin = new DatabaseSync(path);
  for (const statement of FIXTURE) admin.exec(statement);
  return {
    reader: parseTargetUrl('sqlite', `sqlite://${path}`),
    writer: null,
    sqliteDirs: [folder],
    administer: async (sql) => {
      const row = admin.prepare(sql).get() ?? {};
      const [first] = Object.values(row);
      return first === undefined || first === null ? null : String(first);
    },
    stop: async () => {
      admin.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const sqliteEngine: EngineUnderTest = {
  title: 'SQLite',
  dialect: 'sqlite',
  needs: null,
  start,
  schema: null,
  comments: false,
  values: checkedValues('sqlite'),
  endless: 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t',
  running: null,
  numbers: (count) =>
    `with recursive g(n) as (select 1 union all select n + 1 from g where n < ${count}) select n from g order by n`,
  longText: (length) => `select replace(hex(zeroblob(${length / 2})), '0', 'x') as long`,
  hostile: [
    "insert into customers (id, name) values (9, 'x')",
    'delete from orders',
    'drop table orders',
    'select * from orders; delete from orders',
    'create temp table t as select 1',
    "attach database '/tmp/assay-was-here.sqlite' as other",
    'pragma query_only = off',
    'pragma writable_schema = on',
    "vacuum into '/tmp/assay-was-here.sqlite'",
    "select load_extension('/tmp/x.so')",
    'select * from sleepy',
    'begin immediate',
    'reindex',
  ],
  broken: [
    ['select nothing_like_it from customers', 'SCHEMA_ERROR'],
    ['select * from no_such_table', 'SCHEMA_ERROR'],
    ['selekt 1', 'SYNTAX_ERROR'],
    ["select json_extract('{', '$.a') from customers", 'EXECUTION_ERROR'],
  ],
};
