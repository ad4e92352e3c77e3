import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { describeWith, startTestMariadb, type TestMariadb } from '@assay/testing';
import mysql from 'mysql2/promise';
import { ofType } from './harness/event-schema.js';
import type { Record } from './harness/record-schema.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';
import { LONG_TIMEOUT } from './harness/world.js';

/** Today these return the same. */
const ALL = 'SELECT c.name FROM customer c ORDER BY c.name';
const SOME = "SELECT c.name FROM customer c WHERE c.name <> 'Nobody of this name' ORDER BY c.name";
const SHOP = [
  'create database shop',
  'use shop',
  "create table customer (id integer primary key, name varchar(40) not null, mood enum('sad','glad'))",
  "insert into customer values (1, 'Ada', 'sad'), (2, 'Bruno', 'glad'), (3, 'Carla', null)",
  "create user reader identified by 'reads-only'",
  'grant select on shop.* to reader',
];

const connected = ({ port }: TestMariadb): Promise<mysql.Connection> =>
  mysql.createConnection({ host: '127.0.0.1', port, user: 'root' });

describeWith('mariadbd', 'a scratch server for MariaDB', () => {
  let [target, scratch]: TestMariadb[] = [];
  let world: OwnWorld;
  beforeAll(async () => {
    [target, scratch] = [await startTestMariadb(), await startTestMariadb()];
    const admin = await connected(target);
    for (const statement of SHOP) await admin.query(statement);
    await admin.end();
    world = await createWorld({ env: { ASSAY_SCRATCH_MARIADB_URL: `mariadb://root@127.0.0.1:${scratch.port}` } });
  });
  afterAll(async () => {
    await world?.end();
    await target?.stop();
    await scratch?.stop();
  });

  const urlOf = (server: TestMariadb | undefined): string =>
    `mariadb://reader:reads-only@127.0.0.1:${server?.port}/shop`;

  const play = async (workspace: string): Promise<Record> => {
    const sqls = [ALL, SOME, ALL];
    const settings = { judge: 'behaviour', sqlCandidates: 3 };
    const { record } = await world.play({ sql: ({ job }) => sqls[job] ?? ALL }, { workspace, settings });
    return record;
  };

  it('parts what agrees on the target by chance, and nothing is written to the target', async () => {
    const database = { dialect: 'mariadb', url: urlOf(target) };
    const record = await play(await world.createWorkspace({ database, settings: LONG_TIMEOUT }));
    const [attempt] = record.attempts;
    expect(ofType(record.events, 'warning-raised')).toEqual([]);
    expect(attempt?.behaviours.map(({ candidates }) => candidates.length)).toEqual([2, 1]);
    // case-insensitive collation
    expect(JSON.stringify(attempt?.witnesses[0]?.tables)).toMatch(/nobody of this name/i);
    const admin = await connected(target as TestMariadb);
    const [databases] = await admin.query("show databases like '%scratch%'");
    expect(databases).toEqual([]);
    await admin.end();
  });

  it('is no place for a workspace', async () => {
    const database = { dialect: 'mariadb', url: urlOf(scratch) };
    const reply = await world.api.post('/v1/workspaces', { name: 'elsewhere', database });
    expect(reply).toMatchObject({ status: 422, body: { code: 'TARGET_HOST_FORBIDDEN' } });
  });

  it('is left alone as soon as it holds the tables of others, and the record says so', async () => {
    const admin = await connected(scratch as TestMariadb);
    for (const statement of ['create database shop', 'create table shop.customer as select 1 as id']) {
      await admin.query(statement);
    }
    const database = { dialect: 'mariadb', url: urlOf(target) };
    const record = await play(await world.createWorkspace({ database, settings: LONG_TIMEOUT }));
    expect(record.status).toBe('GOLD');
    expect(record.attempts[0]?.behaviours).toHaveLength(1);
    const [warning] = ofType(record.events, 'warning-raised');
    expect(warning?.message).toContain('holds the database shop');
    const [databases] = await admin.query("show databases like 'assay%'");
    expect(databases).toEqual([]);
    await admin.end();
  });
});
