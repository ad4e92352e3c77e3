import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { describeWith, startTestMariadb, type TestMariadb } from '@assay/testing';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import mysql from 'mysql2/promise';
import { ENDLESS, endlessStatements } from './harness/endless-statements.js';
import { CLI } from './harness/program-of.js';
import type { Record } from './harness/record-schema.js';
import { createWorld, type OwnWorld } from './harness/own-world.js';

const SHOP = [
  'create table customer (id integer primary key, name varchar(40) not null, city varchar(40))',
  "insert into customer values (1, 'Ada', 'Bologna'), (2, 'Bruno', 'Bologna'), (3, 'Carla', 'Torino')",
];
const GOOD = 'SELECT city, count(*) AS customers FROM customer GROUP BY city ORDER BY city';

/** One good SQL among hostile ones; returns the record. */
async function askAmong(world: OwnWorld, workspace: string, hostile: readonly string[], good = GOOD): Promise<Record> {
  const sqls = [...hostile, good];
  const { record } = await world.play(
    { sql: ({ job }) => sqls[job] ?? good },
    { workspace, settings: { sqlCandidates: sqls.length, candidateRetries: 0, stragglers: null } },
  );
  return record;
}

async function expectOnlyTheGoodOne(world: OwnWorld, record: Record, good = GOOD): Promise<void> {
  expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
  const valid = record.attempts[0]?.candidates.filter((candidate) => candidate.valid) ?? [];
  expect(valid.map(({ sql }) => sql)).toEqual([good]);
  const { rows } = await world.api.expect<{ rows: unknown[][] }>(200, 'GET', `/v1/questions/${record.id}/rows`);
  expect(rows.map((row) => row.map(String))).toEqual([
    ['Bologna', '2'],
    ['Torino', '1'],
  ]);
}

let world: OwnWorld;
/** Folders that databases may lie in. */
let folders: { sqlite: string; files: string };
beforeAll(async () => {
  const make = async (name: string): Promise<string> => realpath(await mkdtemp(join(tmpdir(), `assay-e2e-${name}-`)));
  folders = { sqlite: await make('sqlite'), files: await make('files') };
  world = await createWorld({ env: { ASSAY_SQLITE_DIRS: folders.sqlite, ASSAY_FILE_DIRS: folders.files } });
});
afterAll(async () => {
  await world?.end();
  for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
});

describe('a question on SQLite', () => {
  let file: string;
  beforeAll(() => {
    file = join(folders.sqlite, 'shop.sqlite');
    const database = new DatabaseSync(file);
    for (const statement of SHOP) database.exec(statement);
    database.close();
  });

  it('is answered by the only SQL that reads, and the file stays as it was', async () => {
    const workspace = await world.createWorkspace({ database: { dialect: 'sqlite', url: `sqlite://${file}` } });
    const record = await askAmong(world, workspace, [
      'DELETE FROM customer',
      "SELECT load_extension('evil')",
      "ATTACH 'other.sqlite' AS other",
      'PRAGMA writable_schema = 1',
      'SELECT 1; DROP TABLE customer',
      'WITH gone AS (SELECT 1) INSERT INTO customer SELECT 9, 9, 9',
    ]);
    await expectOnlyTheGoodOne(world, record);
    const database = new DatabaseSync(file);
    expect(database.prepare('select count(*) as customers from customer').get()).toEqual({ customers: 3 });
    database.close();
  });

  it('goes nowhere outside of the folders that are allowed', async () => {
    const database = { dialect: 'sqlite', url: 'sqlite:///etc/passwd' };
    const reply = await world.api.post('/v1/workspaces', { name: 'elsewhere', database });
    expect(reply).toMatchObject({ status: 422, body: { code: 'TARGET_HOST_FORBIDDEN' } });
  });
});

describe('a question on a folder of files', () => {
  let folder: string;
  beforeAll(async () => {
    folder = folders.files;
    await writeFile(join(folder, 'customer.csv'), 'id,name,city_id\n1,Ada,1\n2,Bruno,1\n3,Carla,2\n');
    await writeFile(join(folder, 'city.csv'), 'id;city\n1;Bologna\n2;Torino\n');
    await writeFile(join(folder, 'purchase.csv'), 'id,customer_id,total\n1,1,9.50\n2,3,4.25\n');
  });

  it('is answered by the only SQL that reads tables, and the files stay as they were', async () => {
    const add = ['workspaces', 'add', 'exports', '--url', `duckdb://${folder}`];
    const environment = { ...process.env, ASSAY_URL: world.assay.url };
    await promisify(execFile)(process.execPath, [CLI, ...add], { env: environment });
    const good =
      'SELECT city, count(*) AS customers FROM customer JOIN city ON city.id = city_id GROUP BY ALL ORDER BY city';
    const hostile = [
      `SELECT * FROM read_csv('${folder}/city.csv')`,
      `SELECT * FROM '${folder}/city.csv'`,
      `COPY customer TO '${folder}/stolen.csv'`,
      "ATTACH 'other.duckdb' AS other",
      'SELECT 1; DROP TABLE customer',
      "SELECT getenv('HOME')",
    ];
    const record = await askAmong(world, 'exports', hostile, good);
    await expectOnlyTheGoodOne(world, record, good);
    expect((await readdir(folder)).sort()).toEqual(['city.csv', 'customer.csv', 'purchase.csv']);
  });
});

describeWith('mariadbd', 'a question on MariaDB', () => {
  let server: TestMariadb;
  let admin: mysql.Connection;
  beforeAll(async () => {
    server = await startTestMariadb();
    admin = await mysql.createConnection({ host: '127.0.0.1', port: server.port, user: 'root' });
    const grants = ["create user reader identified by 'reads-only'", 'grant select on shop.* to reader'];
    for (const statement of ['create database shop', 'use shop', ...SHOP, ...grants]) await admin.query(statement);
  });
  afterAll(async () => {
    await admin?.end();
    await server?.stop();
  });

  it('is answered by the only SQL that reads, and the database stays as it was', async () => {
    const url = `mariadb://reader:reads-only@127.0.0.1:${server.port}/shop`;
    const workspace = await world.createWorkspace({ database: { dialect: 'mariadb', url } });
    const record = await askAmong(world, workspace, [
      'DELETE FROM customer',
      'SELECT sleep(30)',
      "SELECT name FROM customer INTO OUTFILE '/tmp/assay-was-here'",
      'SELECT 1 /*!50000 , benchmark(100000000, md5(1)) */',
      'SELECT name FROM customer FOR UPDATE',
      "SELECT load_file('/etc/passwd')",
    ]);
    await expectOnlyTheGoodOne(world, record);
    const endless = endlessStatements('mariadb');
    expect(endless).toHaveLength(ENDLESS.mariadb.length);
    const afterEndless = await askAmong(world, workspace, endless);
    await expectOnlyTheGoodOne(world, afterEndless);
    const failures =
      afterEndless.attempts[0]?.candidates.flatMap(({ lastFailure }) => lastFailure?.message ?? []) ?? [];
    expect(failures).toHaveLength(endless.length);
    for (const failure of failures) expect(failure).toMatch(/The function \w+ (would make more than|is slow on)/);
    const [rows] = await admin.query<mysql.RowDataPacket[]>('select count(*) as customers from customer');
    expect(rows[0]?.['customers']).toBe(3);
  });
});
