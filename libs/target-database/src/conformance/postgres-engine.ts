import pg from 'pg';
import { startTestPostgres } from '@assay/testing';
import type { ServerTarget } from '../connection/connection-target.js';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';
import { as, givenUrl, PASSWORD } from './given-server.js';

const FIXTURE = [
  'create table customers (id int primary key, name text not null, city varchar(60), joined timestamptz default now(), photo bytea)',
  "comment on table customers is 'People who buy'",
  "comment on column customers.city is 'Where they live'",
  'create table orders (id bigint primary key, customer_id int not null references customers (id), total numeric(12,2))',
  'create view spending as select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name',
  'create view sleepy as select pg_sleep(5)::text as nap, id from customers',
  'create view above_sleepy as select id from sleepy',
  ...fixtureInserts(),
  'analyze',
];

async function start(): Promise<RunningEngine> {
  const given = givenUrl('postgres');
  const server = given === null ? await startTestPostgres() : null;
  const outside = new pg.Client({ connectionString: given ?? server?.url ?? '' });
  await outside.connect();
  const database = `assay_conformance_${process.pid}`;
  await outside.query(`drop database if exists ${database}`);
  await outside.query(`create database ${database}`);
  const url = Object.assign(new URL(given ?? server?.url ?? ''), { pathname: database }).href;
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const statement of FIXTURE) await admin.query(statement);
  const reader = `reader_${process.pid}`;
  const writer = `writer_${process.pid}`;
  for (const role of [reader, writer]) await admin.query(`drop role if exists ${role}`);
  for (const role of [reader, writer]) await admin.query(`create role ${role} login password '${PASSWORD}'`);
  await admin.query(`grant select on all tables in schema public to ${reader}, ${writer}`);
  await admin.query(`grant insert on orders to ${writer}`);
  const target = parseTargetUrl('postgres', url) as ServerTarget;
  return {
    reader: as(target, reader),
    writer: as(target, writer),
    sqliteDirs: [],
    administer: async (sql) => {
      const result = await admin.query<string[]>({ text: sql, rowMode: 'array' });
      return result.rows[0]?.[0] === undefined ? null : String(result.rows[0][0]);
    },
    stop: async () => {
      await admin.query(`drop owned by ${reader}, ${writer}`);
      await admin.query(`drop role ${reader}, ${writer}`);
      await admin.end();
      await outside.query(`drop database if exists ${database} with (force)`);
      await outside.end();
      await server?.stop();
    },
  };
}

export const postgresEngine: EngineUnderTest = {
  title: 'PostgreSQL',
  dialect: 'postgres',
  needs: null,
  start,
  schema: 'public',
  comments: true,
  values: checkedValues('postgres'),
  endless: 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t',
  running: "select count(*) from pg_stat_activity where state = 'active' and query like 'with recursive t(n)%'",
  numbers: (count) => `select n from generate_series(1, ${count}) as g(n) order by n`,
  longText: (length) => `select repeat('x', ${length}) as long`,
  hostile: [
    "insert into customers (id, name) values (9, 'x')",
    'delete from orders',
    'drop table orders',
    'with gone as (delete from orders returning *) select count(*) from gone',
    'select * from orders; delete from orders',
    'commit; delete from orders',
    'create temp table t as select 1',
    'select * into copied from orders',
    'lock table orders',
    "copy orders to program 'true'",
    'do $$ begin delete from orders; end $$',
    'select lo_create(0)',
    'select * from orders for update',
  ],
  broken: [
    ['select nothing_like_it from customers', 'SCHEMA_ERROR'],
    ['select * from no_such_table', 'SCHEMA_ERROR'],
    ['selekt 1', 'SYNTAX_ERROR'],
    ['select 1 / (id - id) from customers', 'EXECUTION_ERROR'],
  ],
};
