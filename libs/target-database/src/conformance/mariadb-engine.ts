import mysql, { type RowDataPacket } from 'mysql2/promise';
import { startTestMariadb } from '@assay/testing';
import type { ServerTarget } from '../connection/connection-target.js';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import type { Flavour } from '../mysql/session.js';
import { checkedValues, fixtureInserts, type EngineUnderTest, type RunningEngine } from './engine.js';
import { as, givenUrl, PASSWORD } from './given-server.js';

const FIXTURE = [
  "create table customers (id int primary key, name varchar(100) not null, city varchar(60) comment 'Where they live', joined timestamp default now(), photo blob) comment 'People who buy'",
  'create table orders (id bigint primary key, customer_id int not null, total decimal(12,2), foreign key (customer_id) references customers (id))',
  'create view spending as select c.name, sum(o.total) as spent from customers c join orders o on o.customer_id = c.id group by c.name',
  'create view sleepy as select sleep(5) as nap, id from customers',
  'create view above_sleepy as select id from sleepy',
  'create table Pairs (one int)',
  'create table pairs (one int, other int)',
  ...fixtureInserts(),
];

/** The guard must parse texts correctly under any server setting. */
const PREFERRED = ['--sql-mode=ANSI_QUOTES,STRICT_TRANS_TABLES'];

const DATABASE = 'assay_conformance';
const READER = 'reader_of_assay';
const WRITER = 'writer_of_assay';
const CLEAN = [`drop database if exists ${DATABASE}`, ...[READER, WRITER].map((user) => `drop user if exists ${user}`)];

async function start(dialect: Flavour): Promise<RunningEngine> {
  const given = givenUrl(dialect);
  const server = given === null ? await startTestMariadb(PREFERRED) : null;
  const url = given ?? `mysql://root@127.0.0.1:${server?.port}/mysql`;
  const target: ServerTarget = { ...(parseTargetUrl(dialect, url) as ServerTarget), database: DATABASE };
  const { host, port, user } = target;
  const ssl = target.tls === 'disable' || target.tls === 'prefer' ? {} : { ssl: { rejectUnauthorized: false } };
  const admin = await mysql.createConnection({ host, port, user, password: target.password.reveal(), ...ssl });
  for (const statement of [
    ...CLEAN,
    `create database ${DATABASE}`,
    `use ${DATABASE}`,
    ...FIXTURE,
    ...[READER, WRITER].flatMap((user) => [
      `create user ${user} identified by '${PASSWORD}'`,
      `grant select, show view on ${DATABASE}.* to ${user}`,
    ]),
    `grant insert on ${DATABASE}.orders to ${WRITER}`,
  ]) {
    await admin.query(statement);
  }
  return {
    reader: as(target, READER),
    writer: as(target, WRITER),
    sqliteDirs: [],
    administer: async (sql) => {
      const [rows] = await admin.query<RowDataPacket[]>({ sql, rowsAsArray: true });
      const first = (rows[0] as unknown[] | undefined)?.[0];
      return first === undefined ? null : JSON.stringify(first);
    },
    stop: async () => {
      for (const statement of CLEAN) await admin.query(statement);
      await admin.end();
      await server?.stop();
    },
  };
}

/** MySQL has no table of numbers. */
const NUMBERS_OF_MYSQL: Pick<EngineUnderTest, 'endless' | 'running' | 'numbers'> = {
  endless: `select count(*) from ${['a', 'b', 'c', 'd', 'e'].map((name) => `information_schema.columns ${name}`).join(', ')}`,
  running:
    "select count(*) from information_schema.processlist where info like 'select count(*) from information_schema.columns a%'",
  numbers: (count) =>
    `select n from json_table(concat('[0', repeat(',0', ${count - 1}), ']'), '$[*]' columns (n for ordinality)) t order by n`,
};
/** Types and functions that MariaDB alone has. */
const OF_MARIADB = /inet6\)|as uuid|uuid_short|\bseq_/;

/** Debian's MariaDB, also used for MySQL because of the common protocol; or the given server. */
export function mariadbEngine(dialect: Flavour): EngineUnderTest {
  const isMysql = givenUrl('mysql') !== null;
  const values = checkedValues('mariadb');
  return {
    title: dialect === 'mariadb' ? 'MariaDB' : isMysql ? 'MySQL' : "MySQL's driver on MariaDB",
    dialect,
    needs: givenUrl(dialect) === null ? 'mariadbd' : null,
    start: () => start(dialect),
    schema: null,
    comments: true,
    values: isMysql ? values.filter(([expression]) => !OF_MARIADB.test(expression)) : values,
    endless: 'select sum(a.seq * b.seq) from seq_1_to_1000000000 as a, seq_1_to_1000000000 as b',
    running: "select count(*) from information_schema.processlist where info like 'select sum(a.seq * b.seq)%'",
    numbers: (count) => `select seq as n from seq_1_to_${count} order by n`,
    ...(isMysql && NUMBERS_OF_MYSQL),
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
