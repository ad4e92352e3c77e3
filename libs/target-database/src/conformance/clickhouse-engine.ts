import { text } from 'node:stream/consumers';
import { startTestChdb } from '@assay/testing';
import { ClickHouseLink } from '../clickhouse/connection.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';
import { as, givenUrl, PASSWORD, resolved } from './given-server.js';

const DATABASE = 'assay_conformance';
/** Null: the engine in `chdb`, whose one user may do everything. */
const url = givenUrl('clickhouse');
const isServer = url !== null;

const FIXTURE = [
  `create table customers (id UInt32, name String, city LowCardinality(Nullable(String)) comment 'Where they live',
     joined Date default today(), photo Array(UInt8), unread String ephemeral) engine = MergeTree order by id comment 'People who buy'`,
  `create table orders (id UInt64, customer_id UInt32, total Decimal(12, 2), shown String alias upper(toString(total)))
     engine = MergeTree order by id`,
  'create table lazy (id UInt8, nap UInt8 alias sleep(1)) engine = Memory',
  `create view spending as
     select c.name as name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name`,
  'create view sleepy as select sleep(1) as nap, id from customers',
  'create view above_sleepy as select id from sleepy',
  ...fixtureInserts(),
];

const USERS = [
  ...['reader', 'writer'].flatMap((user) => [
    `create user ${user}_of_assay identified by '${PASSWORD}'`,
    `grant select on ${DATABASE}.* to ${user}_of_assay`,
  ]),
  `grant insert on ${DATABASE}.orders to writer_of_assay`,
];

const DROP_USERS = ['drop user if exists reader_of_assay', 'drop user if exists writer_of_assay'];
const DROP_DATABASE = `drop database if exists ${DATABASE}`;
/** False for `chdb`; behind a url, `ASSAY_CONFORMANCE_ROLES=none` says so: its one user may manage none. */
const hasUsers = isServer && process.env['ASSAY_CONFORMANCE_ROLES'] !== 'none';

async function start(): Promise<RunningEngine> {
  const chdb = isServer ? null : await startTestChdb();
  const target = await resolved('clickhouse', chdb?.url('default') ?? url ?? '');
  const outside = await ClickHouseLink.to(target, target.addresses[0]);
  const inside = await ClickHouseLink.to({ ...target, database: DATABASE }, target.addresses[0]);
  if (isServer) {
    await dropUsers(outside);
    await run(outside, DROP_DATABASE);
  }
  await run(outside, `create database ${DATABASE}`);
  for (const sql of [...FIXTURE, ...(hasUsers ? USERS : [])]) await run(inside, sql);
  const own = { ...target, database: DATABASE };
  return {
    reader: hasUsers ? as(own, 'reader_of_assay') : own,
    writer: hasUsers ? as(own, 'writer_of_assay') : null,
    sqliteDirs: [],
    administer: (sql) => run(inside, sql),
    stop: async () => {
      await dropUsers(outside);
      if (isServer) await run(outside, DROP_DATABASE);
      inside.close();
      outside.close();
      await chdb?.stop();
    },
  };
}

async function dropUsers(link: ClickHouseLink): Promise<void> {
  for (const sql of hasUsers ? DROP_USERS : []) await run(link, sql);
}

/** The first value as text. */
async function run(link: ClickHouseLink, sql: string): Promise<string | null> {
  const { signal } = new AbortController();
  const body = await link.ask({ sql, parameters: [], settings: {}, queryId: '', signal });
  const [, , row = ''] = (await text(body)).split('\n');
  const [cell = null] = row === '' ? [] : (JSON.parse(row) as (string | number | null)[]);
  return cell === null ? null : String(cell);
}

export const clickhouseEngine: EngineUnderTest = {
  title: isServer ? 'ClickHouse' : "ClickHouse's engine in chdb",
  dialect: 'clickhouse',
  needs: isServer || process.env['ASSAY_CHDB'] ? null : 'chdb (npm run conformance -- clickhouse)',
  start,
  schema: DATABASE,
  comments: true,
  unsafeTable: 'lazy',
  described: 'People who buy Sorted by id, not unique.',
  keys: false,
  roles: hasUsers,
  values: checkedValues('clickhouse'),
  endless: 'select sum(a.number * b.number) from numbers(100000000000) as a, numbers(100000) as b',
  running:
    "select count() from system.processes where query like 'select sum(a.number * b.number)%' and is_cancelled = 0",
  // An alias means one expression.
  twins: 'select 1 as same, 1 as same',
  numbers: (count) => `select number as n from numbers(1, ${count}) order by n`,
  // Repeats a million times at most.
  longText: (length) => `select repeat('xxx', ${Math.ceil(length / 3)}) as \`long\``,
  hostile: [
    "insert into customers (id, name) values (9, 'x')",
    'alter table orders delete where 1',
    'delete from orders where 1',
    'drop table orders',
    'truncate table orders',
    'select * from orders; truncate table orders',
    'create table t engine = Memory as select 1',
    'create temporary table t as select 1',
    'rename table orders to old_orders',
    "select * from orders into outfile '/tmp/assay-was-here.csv'",
    "insert into function file('/tmp/assay-was-here.csv') select * from orders",
    "select * from file('/etc/passwd', LineAsString)",
    "select * from url('http://127.0.0.1:1/', LineAsString)",
    "select * from remote('127.0.0.1', system.one)",
    'select 1 settings readonly = 0, max_execution_time = 0',
    'set readonly = 0',
    'system stop merges',
    'optimize table orders final',
    'kill query where 1',
    'create user nobody_of_assay',
  ],
  broken: [
    ['select nothing_like_it from customers', 'SCHEMA_ERROR'],
    ['select * from no_such_table', 'SCHEMA_ERROR'],
    ['selekt 1', 'SYNTAX_ERROR'],
    ['select toUInt32(name) from customers', 'EXECUTION_ERROR'],
  ],
};
