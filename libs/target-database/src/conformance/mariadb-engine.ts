import mysql, { type RowDataPacket } from 'mysql2/promise';
import { startTestMariadb } from '@assay/testing';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import type { Flavour } from '../mysql/session.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';

const FIXTURE = [
  "create table customers (id int primary key, name varchar(100) not null, city varchar(60) comment 'Where they live', joined timestamp default now(), photo blob) comment 'People who buy'",
  'create table orders (id bigint primary key, customer_id int not null, total decimal(12,2), foreign key (customer_id) references customers (id))',
  'create view spending as select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name',
  'create view sleepy as select sleep(5) as nap, id from customers',
  'create view above_sleepy as select id from sleepy',
  ...fixtureInserts(),
];

/** The guard must parse texts correctly under any server setting. */
const PREFERRED = ['--sql-mode=ANSI_QUOTES,STRICT_TRANS_TABLES'];

async function start(dialect: Flavour): Promise<RunningEngine> {
  const server = await startTestMariadb(PREFERRED);
  const { port } = server;
  const admin = await mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });
  for (const statement of [
    'create database shop',
    'use shop',
    ...FIXTURE,
    "create user reader identified by 'p@ss/w:rd'",
    'grant select, show view on shop.* to reader',
    "create user writer identified by 'secret'",
    'grant select, show view on shop.* to writer',
    'grant insert on shop.orders to writer',
  ]) {
    await admin.query(statement);
  }
  const as = (user: string, password: string): ReturnType<typeof parseTargetUrl> =>
    parseTargetUrl(dialect, `mysql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/shop`);
  return {
    reader: as('reader', 'p@ss/w:rd'),
    writer: as('writer', 'secret'),
    sqliteDirs: [],
    administer: async (sql) => {
      const [rows] = await admin.query<RowDataPacket[]>({ sql, rowsAsArray: true });
      const first = (rows[0] as unknown[] | undefined)?.[0];
      return first === undefined ? null : JSON.stringify(first);
    },
    stop: async () => {
      await admin.end();
      await server.stop();
    },
  };
}

/** Debian's MariaDB, also used for MySQL because of the common protocol. */
export function mariadbEngine(dialect: Flavour): EngineUnderTest {
  return {
    title: dialect === 'mariadb' ? 'MariaDB' : "MySQL's driver on MariaDB",
    dialect,
    needs: 'mariadbd',
    start: () => start(dialect),
    schema: null,
    comments: true,
    values: checkedValues('mariadb'),
    endless: 'select sum(a.seq * b.seq) from seq_1_to_1000000000 as a, seq_1_to_1000000000 as b',
    running: "select count(*) from information_schema.processlist where info like 'select sum(a.seq * b.seq)%'",
    numbers: (count) => `select seq as n from seq_1_to_${count} order by n`,
    longText: (length) => `select repeat('x', ${length}) as \`long\``,
    hostile: [
      "insert into customers (id, name) values (9, 'x')",
      'delete from orders',
      'drop table orders',
      'truncate orders',
      'select * from orders; delete from orders',
      'create table t as select 1',
      "select * from orders into outfile '/tmp/assay-was-here'",
      'lock tables orders write',
      'set global max_connections = 1',
      'commit',
      'select * from orders for update',
      "load data local infile '/etc/passwd' into table customers",
      'flush tables with read lock',
    ],
    broken: [
      ['select nothing_like_it from customers', 'SCHEMA_ERROR'],
      ['select * from no_such_table', 'SCHEMA_ERROR'],
      ['selekt 1', 'SYNTAX_ERROR'],
    ],
  };
}
