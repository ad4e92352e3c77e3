import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { guardSql } from '@assay/sql';
import { eventually } from '@assay/testing';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import { ChildSession } from '../processes/child-session.js';
import type { TargetDatabase } from '../target-database.js';
import { filesDatabase, evictUnused, preparedFiles } from './files-database.js';

const { signal } = new AbortController();
const LIMITS = { statementTimeoutMs: 60_000, maxRows: 100, maxBytes: 1_000_000 };

describe('a workspace made of files', () => {
  let folder: string;
  const opened: TargetDatabase[] = [];

  const open = async (path: string, dirs = [folder]): Promise<TargetDatabase> => {
    const policy = { hosts: null, ownStores: [], sqliteDirs: dirs };
    const target = await resolveTarget(parseTargetUrl('duckdb', `duckdb://${encodeURI(path)}`), policy);
    const guard = (sql: string): ReturnType<typeof guardSql> => guardSql(sql, 'duckdb');
    const database = openTargetDatabase(target, { guard });
    opened.push(database);
    return database;
  };
  const rows = async (database: TargetDatabase, sql: string): Promise<unknown> =>
    (await database.execute(sql, LIMITS, signal)).rows;

  beforeEach(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-folder-')));
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((database) => database.close()));
    await rm(folder, { recursive: true, force: true });
  });

  it('has a table for each file, with types that were found in it', async () => {
    await writeFile(join(folder, 'Customers 2024.csv'), 'id;name;since\n1;Ada;2024-01-31\n2;Grace;2024-02-29\n');
    await writeFile(join(folder, 'orders.tsv'), 'id\tcustomer\ttotal\n1\t1\t9.50\n2\t1\t1.25\n3\t2\t4\n');
    await writeFile(join(folder, 'visits.json'), '[{"customer": 1, "page": "home"}, {"customer": 2, "page": null}]');
    await writeFile(join(folder, 'notes.md'), 'no table');
    const instance = await DuckDBInstance.create();
    const connection = await instance.connect();
    await connection.run(
      `copy (select 7 as id, date '2024-05-01' as day, {'a': 9007199254740993, 'b': [1.50]}::variant as more) to '${folder}/days.parquet' (format parquet)`,
    );
    const database = await open(folder);
    const { schema, privileges } = await database.introspect({ examples: true }, signal);
    const reported = schema.tables.map(({ name, columns }) => [
      name,
      columns.map((column) => `${column.name} ${column.type}`),
    ]);
    expect(reported).toEqual([
      ['Customers_2024', ['id BIGINT', 'name VARCHAR', 'since DATE']],
      ['days', ['id INTEGER', 'day DATE', 'more VARIANT']],
      ['orders', ['id BIGINT', 'customer BIGINT', 'total DOUBLE']],
      ['visits', ['customer BIGINT', 'page VARCHAR']],
    ]);
    expect(privileges).toEqual({ superuser: false, canWrite: false, findings: [] });
    expect(schema.tables[0]).toMatchObject({ description: 'From the file Customers 2024.csv.', rowEstimate: 2 });
    const sql =
      'select name, sum(total) from customers_2024 c join orders o on o.customer = c.id group by all order by 1';
    expect(await rows(database, sql)).toEqual([
      ['Ada', 10.75],
      ['Grace', 4],
    ]);
    expect(await rows(database, 'select more from days')).toEqual([[{ a: '9007199254740993', b: ['1.50'] }]]);
    const point = "select 'POINT(1 2)'::varchar::geometry as at";
    expect(await rows(database, point)).toEqual([['\\x0101000000000000000000f03f0000000000000040']]);
  });

  it('takes a column for what its last line shows, and counts lines that are broken', async () => {
    const lines = Array.from({ length: 30_000 }, (_, index) => `${index},x${index}`);
    await writeFile(join(folder, 'codes.csv'), `code,name\n${lines.join('\n')}\nlast,y\n`);
    await writeFile(join(folder, 'broken.csv'), `a,b\n1,2\n3,4,5,6\n7,8\n9\n${'10,11\n'.repeat(50)}`);
    const database = await open(folder);
    const { schema, privileges } = await database.introspect({ examples: false }, signal);
    expect(schema.tables.find(({ name }) => name === 'codes')?.columns[0]?.type).toBe('VARCHAR');
    expect(await rows(database, 'select count(*) from codes')).toEqual([[30_001]]);
    expect(await rows(database, 'select count(*) from broken')).toEqual([[52]]);
    expect(privileges.findings).toEqual([
      '2 lines of the file broken.csv could not be read and are left out: records 3 (too many columns), 5 (too few columns)',
      'the first line of the file codes.csv is read as column names',
    ]);
    expect(schema.tables.find(({ name }) => name === 'broken')?.description).toContain('2 lines could not be read');
  });

  it('says which file could not be read, and continues with the others', async () => {
    await writeFile(join(folder, 'good.csv'), 'a\n1\n');
    await writeFile(join(folder, 'bad.parquet'), 'no parquet');
    const database = await open(folder);
    const { schema, privileges } = await database.introspect({ examples: false }, signal);
    expect(schema.tables.map(({ name }) => name)).toEqual(['good']);
    expect(privileges.findings).toEqual(['the file bad.parquet could not be read: it is damaged, or no Parquet file']);
  });

  it('is one table where the url names one file', async () => {
    await writeFile(join(folder, 'one.csv'), 'a\n1\n');
    await writeFile(join(folder, 'two.csv'), 'a\n1\n');
    const database = await open(join(folder, 'one.csv'));
    const { schema } = await database.introspect({ examples: false }, signal);
    expect(schema.tables.map(({ name }) => name)).toEqual(['one']);
  });

  it('is removed when it is unused, and made again when it is opened', async () => {
    await writeFile(join(folder, 'a.csv'), 'n\n1\n');
    const place = { path: folder, files: null, mayBeEmpty: false };
    const { path } = await filesDatabase(place);
    await evictUnused(60_000);
    expect(existsSync(path)).toBe(true);
    await evictUnused(0);
    expect(existsSync(path)).toBe(false);
    const again = await preparedFiles(place, false);
    expect([again.path === path, existsSync(again.path)]).toEqual([false, true]);
  });

  it('reads a file again that has changed, once it is opened again', async () => {
    await writeFile(join(folder, 'a.csv'), 'n\n1\n');
    expect(await rows(await open(folder), 'select n from a')).toEqual([[1]]);
    await writeFile(join(folder, 'a.csv'), 'n\n22\n');
    expect(await rows(await open(folder), 'select n from a')).toEqual([[22]]);
    expect(await readFile(join(folder, 'a.csv'), 'utf8')).toBe('n\n22\n');
  });

  it('answers a statement that runs from the file as it was, and the next from what replaced it', async () => {
    const path = join(folder, 'a.csv');
    await writeFile(path, `n\n${'1\n'.repeat(3000)}`);
    const database = await open(folder);
    expect(await rows(database, 'select count(*) from a')).toEqual([[3000]]);
    const run = jest.spyOn(ChildSession.prototype, 'run');
    const slow = rows(database, 'select sum(x.n * y.n * z.n), max(x.n) from a x, a y, (select n from a limit 2) z');
    await eventually(() => run.mock.calls.length > 0);
    run.mockRestore();
    await writeFile(path, 'n\n2\n');
    await database.check(signal);
    expect(await rows(database, 'select sum(n) from a')).toEqual([[2]]);
    expect(await slow).toEqual([[18_000_000, 1]]);
  });

  it('follows no link out of its folder, and is opened below the allowed folders only', async () => {
    const inside = join(folder, 'inside');
    await mkdir(inside);
    await writeFile(join(folder, 'secret.csv'), 'a\n1\n');
    await writeFile(join(inside, 'open.csv'), 'a\n1\n');
    await symlink(join(folder, 'secret.csv'), join(inside, 'link.csv'));
    const { schema } = await (await open(inside, [inside])).introspect({ examples: false }, signal);
    expect(schema.tables.map(({ name }) => name)).toEqual(['open']);
    await expect(open(folder, [inside])).rejects.toThrow('ASSAY_FILE_DIRS');
  });

  it('says so where there is nothing to read', async () => {
    await expect((await open(folder)).check(signal)).rejects.toThrow('no CSV');
  });
});
