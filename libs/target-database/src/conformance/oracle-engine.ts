import type { Connection } from 'oracledb';
import { connect } from '../oracle/connection.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';
import { as, givenUrl, PASSWORD, resolved } from './given-server.js';

const OWNER = 'ASSAY_CONFORMANCE';
const READER = 'READER_OF_ASSAY';
const WRITER = 'WRITER_OF_ASSAY';
const RELATIONS = ['customers', 'orders', 'spending', 'sleepy', 'above_sleepy'];

const FIXTURE = [
  ...[OWNER, READER, WRITER].map((user) => `create user ${user} identified by "${PASSWORD}"`),
  `grant unlimited tablespace to ${OWNER}`,
  `alter session set current_schema = ${OWNER}`,
  `create table customers (id number(10) primary key, name varchar2(100) not null, city varchar2(60),
     joined timestamp default systimestamp, photo blob)`,
  "comment on table customers is 'People who buy'",
  "comment on column customers.city is 'Where they live'",
  `create table orders (id number(18) primary key, customer_id number(10) not null references customers (id),
     total number(12, 2))`,
  `create view spending as
     select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name`,
  'create view sleepy as select dbms_random.value as nap, id from customers',
  'create view above_sleepy as select id from sleepy',
  ...fixtureInserts(),
  'commit',
  ...[READER, WRITER].flatMap((user) => [
    `grant create session to ${user}`,
    ...RELATIONS.flatMap((name) => [
      `grant select on ${name} to ${user}`,
      `create synonym ${user}.${name} for ${OWNER}.${name}`,
    ]),
  ]),
  `grant insert on orders to ${WRITER}`,
];

const CLEAN = [READER, WRITER, OWNER].map(
  (user) => `begin execute immediate 'drop user ${user} cascade';
    exception when others then if sqlcode != -1918 then raise; end if; end;`,
);

async function start(): Promise<RunningEngine> {
  const target = await resolved('oracle', givenUrl('oracle') ?? '');
  const { signal } = new AbortController();
  const admin = await connect(target, target.addresses[0], { connectMs: 30_000, signal });
  for (const sql of [...CLEAN, ...FIXTURE]) await admin.execute(sql);
  return {
    reader: as(target, READER),
    writer: as(target, WRITER),
    sqliteDirs: [],
    administer: (sql) => run(admin, sql),
    stop: async () => {
      for (const sql of CLEAN) await admin.execute(sql);
      await admin.close();
    },
  };
}

/** The first value as text. */
async function run(connection: Connection, sql: string): Promise<string | null> {
  const { rows = [] } = await connection.execute<unknown[]>(sql);
  const [cell = null] = rows[0] ?? [];
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : null;
}

const MANY = '(select level as l from dual connect by level <= 1000000)';

export const oracleEngine: EngineUnderTest = {
  title: 'Oracle',
  dialect: 'oracle',
  needs: null,
  start,
  schema: OWNER,
  comments: true,
  foldsUp: true,
  fromDual: true,
  values: checkedValues('oracle'),
  endless: `select count(*) as n from ${MANY} a cross join ${MANY} b`,
  running: `select count(*) from v$session s join v$sql q on q.sql_id = s.sql_id
     where s.status = 'ACTIVE' and q.sql_text like 'select count(*) as n from (select level%'`,
  numbers: (count) => `select level as n from dual connect by level <= ${count} order by level`,
  longText: (length) => `select rpad(to_clob('x'), ${length}, 'x') as text from dual`,
  hostile: [
    'insert into orders (id, customer_id, total) values (99, 1, 1)',
    'delete from orders',
    'drop table orders',
    'truncate table orders',
    'begin delete from orders; commit; end;',
    'create table t as select * from orders',
    'select * from orders for update',
    'lock table orders in exclusive mode',
    'commit',
    'alter user reader_of_assay identified by "x"',
    "select utl_http.request('http://127.0.0.1:1/') from dual",
    'call dbms_lock.sleep(60)',
    'merge into orders o using dual on (1 = 1) when matched then update set total = 0',
  ],
  broken: [
    ['select nothing_like_it from customers', 'SCHEMA_ERROR'],
    ['select * from no_such_table', 'SCHEMA_ERROR'],
    ['selekt 1', 'SYNTAX_ERROR'],
    ['select 1 / (id - id) as n from customers', 'EXECUTION_ERROR'],
  ],
};
