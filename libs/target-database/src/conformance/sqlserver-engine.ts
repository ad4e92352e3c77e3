import type { ResolvedServer } from '../connection/connection-target.js';
import { openLink, type Link } from '../sqlserver/link.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';
import { as, givenUrl, PASSWORD, resolved } from './given-server.js';

const DATABASE = 'assay_conformance';
const READER = 'reader_of_assay';
const WRITER = 'writer_of_assay';
const described = (text: string, place: string): string =>
  `exec sp_addextendedproperty 'MS_Description', N'${text}', 'schema', 'dbo', 'table', 'customers'${place}`;

const FIXTURE = [
  `create table customers (id int primary key, name nvarchar(100) not null, city nvarchar(60),
     joined datetime2 default sysutcdatetime(), photo varbinary(max))`,
  described('People who buy', ''),
  described('Where they live', ", 'column', 'city'"),
  `create table orders (id bigint primary key, customer_id int not null references customers (id), total decimal(12, 2))`,
  `create view spending as
     select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name`,
  'create function dbo.nap() returns int as begin return 1 end',
  'create view sleepy as select dbo.nap() as nap, id from customers',
  'create view above_sleepy as select id from sleepy',
  ...fixtureInserts(),
  ...[READER, WRITER].flatMap((user) => [
    `create user ${user} for login ${user}`,
    `alter role db_datareader add member ${user}`,
    `grant view definition to ${user}`,
  ]),
  `grant insert on orders to ${WRITER}`,
];

const CLEAN = [
  `if db_id('${DATABASE}') is not null alter database ${DATABASE} set single_user with rollback immediate`,
  `drop database if exists ${DATABASE}`,
  ...[READER, WRITER].map((user) => `if suser_id('${user}') is not null drop login ${user}`),
];

async function start(): Promise<RunningEngine> {
  const target = await resolved('sqlserver', givenUrl('sqlserver') ?? '');
  const own = { ...target, database: DATABASE };
  const outside = await open(target);
  for (const sql of CLEAN) await run(outside, sql);
  await run(outside, `create database ${DATABASE}`);
  for (const user of [READER, WRITER]) await run(outside, `create login ${user} with password = '${PASSWORD}'`);
  const inside = await open(own);
  for (const sql of FIXTURE) await run(inside, sql);
  return {
    reader: as(own, READER),
    writer: as(own, WRITER),
    sqliteDirs: [],
    administer: (sql) => run(inside, sql),
    stop: async () => {
      await inside.close();
      for (const sql of CLEAN) await run(outside, sql);
      await outside.close();
    },
  };
}

function open(target: ResolvedServer): Promise<Link> {
  return openLink(target, target.addresses[0], { connectMs: 30_000, signal: new AbortController().signal });
}

/** The first value as text. */
async function run(link: Link, sql: string): Promise<string | null> {
  const rows: unknown[][] = [];
  await link.run(sql, {}, { onColumns: () => undefined, onRow: (row) => rows.push(row) > 0 });
  const [cell = null] = rows[0] ?? [];
  return typeof cell === 'string' || typeof cell === 'number' ? String(cell) : null;
}

const MANY = 'sys.all_columns';

export const sqlserverEngine: EngineUnderTest = {
  title: 'SQL Server',
  dialect: 'sqlserver',
  needs: null,
  start,
  schema: 'dbo',
  comments: true,
  values: checkedValues('sqlserver'),
  endless: `select count_big(*) as n from ${MANY} a cross join ${MANY} b cross join ${MANY} c cross join ${MANY} d`,
  running: `select count(*) from sys.dm_exec_requests r cross apply sys.dm_exec_sql_text(r.sql_handle) t
     where t.text like '%count[_]big(*) as n from ${MANY} a%' and r.session_id <> @@spid`,
  numbers: (count) =>
    `select top (${count}) row_number() over (order by (select null)) as n from ${MANY} a cross join ${MANY} b order by n`,
  longText: (length) => `select replicate(cast('x' as varchar(max)), ${length}) as long`,
  hostile: [
    "insert into customers (id, name) values (9, 'x')",
    'delete from orders',
    'drop table orders',
    'truncate table orders',
    'select * from orders; delete from orders',
    'commit; delete from orders',
    'select * into copied from orders',
    'create table t (a int)',
    'update orders set total = 0 output deleted.id',
    "exec xp_cmdshell 'echo 1'",
    "exec('delete from orders')",
    "select * from openrowset(bulk '/etc/passwd', single_clob) as f",
    "backup database assay_conformance to disk = 'nul'",
    'alter login reader_of_assay disable',
    'shutdown',
  ],
  broken: [
    ['select nothing_like_it from customers', 'SCHEMA_ERROR'],
    ['select * from no_such_table', 'SCHEMA_ERROR'],
    ['selekt 1', 'SYNTAX_ERROR'],
    ['select 1 / (id - id) as n from customers', 'EXECUTION_ERROR'],
  ],
};
