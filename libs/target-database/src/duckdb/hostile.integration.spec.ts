import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DuckDBInstance } from '@duckdb/node-api';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckdbSession } from './session.js';

interface Hostile {
  dialect: string;
  sql: string;
}

const fixture = new URL('../../../sql/fixtures/hostile-statements.json', import.meta.url);
const statements = (JSON.parse(readFileSync(fixture, 'utf8')) as Hostile[])
  .filter(({ dialect }) => dialect === 'duckdb')
  .map(({ sql }) => sql);

const { signal } = new AbortController();
const LIMITS = { timeoutMs: 1500, maxRows: 1000, maxBytes: 1_000_000 };
const CANARY = 'the-canary-sings';

/** All hostile statements of the guard's list, run by DuckDB itself. */
describe('DuckDB without a guard', () => {
  let folder: string;
  let path: string;
  let session: DuckdbSession | null = null;

  const open = async (): Promise<DuckdbSession> => {
    if (session?.healthy !== true) session = await DuckdbSession.open(path, { connectMs: 20_000, signal }, []);
    return session;
  };
  const state = async (): Promise<unknown> => ({
    files: (await readdir(folder, { recursive: true })).sort(),
    database: createHash('sha256')
      .update(await readFile(path))
      .digest('hex'),
  });
  const settings = async (): Promise<unknown> => {
    const sql = `select current_setting('enable_external_access'), current_setting('lock_configuration'),
      current_setting('autoinstall_known_extensions'), current_setting('autoload_known_extensions')`;
    return (await open()).read({ sql, parameters: [], ...LIMITS, timeoutMs: 60_000 }, signal);
  };
  const functions = async (): Promise<unknown> => {
    const sql = `select count(distinct function_name) > 500, md5(string_agg(distinct function_name, ',' order by function_name))
      from duckdb_functions() where internal`;
    return (await open()).read({ sql, parameters: [], ...LIMITS, timeoutMs: 60_000 }, signal);
  };

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-hostile-')));
    path = join(folder, 'shop.duckdb');
    const instance = await DuckDBInstance.create(path);
    const admin = await instance.connect();
    for (const sql of ['create table t (a integer, b integer)', 'create table u as select 1 as a'])
      await admin.run(sql);
    admin.closeSync();
    instance.closeSync();
    await mkdir(join(folder, 'out'));
    for (const name of ['secret', 'secret.csv', 'a.parquet', 'a.json', 'x.csv']) {
      await writeFile(join(folder, name), `name\n${CANARY}\n`);
    }
  });
  afterAll(async () => {
    session?.destroy();
    await rm(folder, { recursive: true, force: true });
  });

  it('is tried with three hundred statements or more', () => {
    expect(statements.length).toBeGreaterThanOrEqual(300);
  });

  it('reads no file, writes none, and loads nothing', async () => {
    const [before, locked, known] = [await state(), await settings(), await functions()];
    expect(locked).toEqual([[false, true, false, false]]);
    expect(known).toEqual([[true, expect.any(String)]]);
    for (const [index, written] of statements.entries()) {
      const sql = written
        .replaceAll('/etc/passwd', join(folder, 'secret'))
        .replaceAll('/tmp/', `${folder}/out/`)
        .replaceAll(/'(x\.csv|a\.parquet|a\.json)'/g, `'${folder}/$1'`);
      const rows = await (await open()).read({ sql, parameters: [], ...LIMITS }, signal).catch(() => []);
      await (await open()).read({ sql: 'rollback', parameters: [], ...LIMITS }, signal).catch(() => []);
      // failed logging ends the session
      await (await open()).read({ sql: 'select 1', parameters: [], ...LIMITS }, signal).catch(() => session?.destroy());
      expect({ sql, found: JSON.stringify(rows).includes(CANARY) }).toEqual({ sql, found: false });
      expect({ sql, settings: await settings() }).toEqual({ sql, settings: locked });
      if (index % 50 === 49) expect({ sql, functions: await functions() }).toEqual({ sql, functions: known });
    }
    expect(await state()).toEqual(before);
  });

  it('gives no statement more memory than a process may have, and serves on', async () => {
    const read = async (sql: string): Promise<unknown> =>
      (await open()).read({ sql, parameters: [], ...LIMITS, timeoutMs: 60_000 }, signal);
    await expect(read("select length(repeat('x', 1900000000))")).rejects.toThrow();
    expect(await read('select 1')).toEqual([[1]]);
  });

  it('ends a recursion without end at its timeout', async () => {
    const sql = 'WITH RECURSIVE r(n) USING KEY (n) AS (SELECT 1 UNION SELECT n+1 FROM r) SELECT * FROM r';
    const read = async (text: string): Promise<unknown> =>
      (await open()).read({ sql: text, parameters: [], ...LIMITS, timeoutMs: 300 }, signal);
    await expect(read(sql)).rejects.toThrow();
    expect(await (await open()).read({ sql: 'select 1', parameters: [], ...LIMITS }, signal)).toEqual([[1]]);
  });

  it('refuses all but what reads nothing by its own parse tree', async () => {
    const passed: string[] = [];
    for (const sql of statements) {
      const limits = { ...LIMITS, statementTimeoutMs: 60_000 };
      const run = { sql, explain: false, execute: true, offset: 0, limits };
      const ran = await (await open()).run(run, signal).then(
        () => true,
        () => false,
      );
      if (ran) passed.push(sql);
    }
    expect(passed).toEqual(HARMLESS);
  });
});

/** Refused for form alone; DuckDB runs it without effect. */
const HARMLESS = ['SELECT 1\0; DROP TABLE t', 'SELECT\u00a01'];
