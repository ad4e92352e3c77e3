import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { guardSql } from '@assay/sql';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { ResolvedTarget } from '../connection/connection-target.js';
import type { TargetDatabase } from '../target-database.js';
import { FileSwappedError, openChecked } from '../processes/opened-file.js';

const { signal } = new AbortController();
const LIMITS = { statementTimeoutMs: 10_000, maxRows: 100, maxBytes: 1_000_000 };

/** Links replace a file or folder after its check. */
describe('a link in the place of what was checked', () => {
  let folder: string;
  let inside: string;
  const opened: TargetDatabase[] = [];

  const resolve = (url: string): Promise<ResolvedTarget> => {
    const policy = { hosts: null, ownStores: [], sqliteDirs: [inside] };
    return resolveTarget(parseTargetUrl(url.startsWith('sqlite') ? 'sqlite' : 'duckdb', url), policy);
  };
  const open = (target: ResolvedTarget): TargetDatabase => {
    const database = openTargetDatabase(target, { guard: (sql) => guardSql(sql, target.dialect) });
    opened.push(database);
    return database;
  };
  const read = (target: ResolvedTarget): Promise<unknown> =>
    open(target)
      .execute('select * from t', LIMITS, signal)
      .then(({ rows }) => rows);
  const swap = async (path: string, secret: string): Promise<void> => {
    await rename(path, `${path}.old`);
    await symlink(secret, path);
  };

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-swapped-')));
    inside = join(folder, 'inside');
    await mkdir(inside);
    await mkdir(join(folder, 'outside'));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await rm(folder, { recursive: true, force: true });
  });

  it('is not followed to another DuckDB', async () => {
    for (const [name, value] of [
      ['inside/t.duckdb', 'open'],
      ['outside/t.duckdb', 'secret'],
    ] as const) {
      const instance = await DuckDBInstance.create(join(folder, name));
      const connection = await instance.connect();
      await connection.run(`create table t as select '${value}' as a`);
      connection.closeSync();
      instance.closeSync();
    }
    const target = await resolve(`duckdb://${inside}/t.duckdb`);
    expect(await read(target)).toEqual([['open']]);
    await swap(join(inside, 't.duckdb'), join(folder, 'outside/t.duckdb'));
    await expect(read(target)).rejects.toThrow('not a database');
  });

  it('is not followed to another SQLite, where it lies in the folder of the first, too', async () => {
    for (const [name, value] of [
      ['inside/t.sqlite', 'open'],
      ['inside/other.sqlite', 'secret'],
    ] as const) {
      const database = new DatabaseSync(join(folder, name));
      database.exec(`create table t as select '${value}' as a`);
      database.close();
    }
    const target = await resolve(`sqlite://${inside}/t.sqlite`);
    expect(await read(target)).toEqual([['open']]);
    await swap(join(inside, 't.sqlite'), join(inside, 'other.sqlite'));
    await expect(read(target)).rejects.toThrow('not a database');
  });

  it('is not followed by who opens a file that was checked', async () => {
    const path = join(inside, 'a.csv');
    await writeFile(path, 'a\nopen\n');
    await writeFile(join(folder, 'outside/a.csv'), 'a\nsecret\n');
    await (await openChecked(path)).close();
    await swap(path, join(folder, 'outside/a.csv'));
    await expect(openChecked(path)).rejects.toThrow(FileSwappedError);
    await rm(path);
    await rename(`${path}.old`, path);
    await rename(inside, `${inside}.old`);
    await symlink(join(folder, 'outside'), inside);
    await expect(openChecked(path)).rejects.toThrow(FileSwappedError);
  });
});
