import pg from 'pg';
import { startTestPostgres } from '@assay/testing';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';

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
  const server = await startTestPostgres();
  const url = await server.createDatabase();
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  for (const statement of FIXTURE) await admin.query(statement);
  const reader = `reader_${process.pid}`;
  const writer = `writer_${process.pid}`;
  for (const role of [reader, writer]) await admin.query(`drop role if exists ${role}`);
  await admin.query(`create role ${reader} login password 'p@ss/w:rd'`);
  await admin.query(`create role ${writer} login password 'secret'`);
  await admin.query(`grant select on all tables in schema public to ${reader}, ${writer}`);
  await admin.query(`grant insert on orders to ${writer}`);
  const as = (user: string, password: string): ReturnType<typeof parseTargetUrl> => {
    const { hostname, port, pathname } = new URL(url);
    return parseTargetUrl(
      'postgres',
      `postgres://${user}:${encodeURIComponent(password)}@${hostname}:${port}${pathname}`,
    );
  };
  return {
    reader: as(reader, 'p@ss/w:rd'),
    writer: as(writer, 'secret'),
    sqliteDirs: [],
    administer: async (sql) => {
      const result = await admin.query<string[]>({ text: sql, rowMode: 'array' });
      return result.rows[0]?.[0] === undefined ? null : String(result.rows[0][0]);
    },
    stop: async () => {
      await admin.query(`drop owned by ${reader}, ${writer}`);
      await admin.query(`drop role ${reader}, ${writer}`);
      await admin.end();
      await server.stop();
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
  values: [
    ['1', 1],
    ["'text'::text", 'text'],
    ['null::text', null],
    ['true', true],
    ['9223372036854775807::bigint', '9223372036854775807'],
    ['1::bigint', '1'],
    ['123456789012345678901234567890.123456789::numeric', '123456789012345678901234567890.123456789'],
    ["'NaN'::numeric", 'NaN'],
    ["'NaN'::float8", 'NaN'],
    ["'-Infinity'::float8", '-Infinity'],
    ['0.1::float8', 0.1],
    ["date '2024-02-29'", '2024-02-29'],
    ["'01/02/03'::date", '2003-01-02'],
    ["timestamp '2024-02-29 13:14:15.123456'", '2024-02-29 13:14:15.123456'],
    ["timestamptz '2024-02-29 13:14:15.123456+00' at time zone 'UTC'", '2024-02-29 13:14:15.123456'],
    ["interval '1 year 2 days'", '1 year 2 days'],
    ["'\\x00ff'::bytea", '\\x00ff'],
    ['array[1,null,3]', [1, null, 3]],
    [
      "array[['a','b,c'],['d\"e','NULL']]",
      [
        ['a', 'b,c'],
        ['d"e', 'NULL'],
      ],
    ],
    ['array[9007199254740993]::bigint[]', ['9007199254740993']],
    ['\'{"a": [1, null, 12345678901234567890], "b": 0.10}\'::jsonb', { a: [1, null, '12345678901234567890'], b: 0.1 }],
    ["'00000000-0000-0000-0000-000000000001'::uuid", '00000000-0000-0000-0000-000000000001'],
    ['int4range(1,5)', '[1,5)'],
    ['row(1,2)', '(1,2)'],
  ],
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
