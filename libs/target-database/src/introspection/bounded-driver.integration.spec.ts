import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardSql } from '@assay/sql';
import { DuckDBInstance } from '@duckdb/node-api';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';

const { signal } = new AbortController();
const LONG = 2_000_000;
const name = 'n'.repeat(5000);
const long = (text: string): string => text.repeat(LONG / text.length);

describe('a catalog with long texts', () => {
  let folder: string;
  let database: TargetDatabase;

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-long-')));
    const path = join(folder, 'long.duckdb');
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    const statements = [
      `create type label as enum ('short', '${long('l')}')`,
      `create table t (id integer primary key, kind label, "${name}" integer, check (id > 0), check (kind::varchar <> '${long('x')}'))`,
      `create table "${name}" (id integer)`,
      `create view v as select id from t where kind <> '${'x'.repeat(150_000)}'`,
      `create view huge as select '${long('x')}' as x`,
      `comment on table t is '${long('c')}'`,
      `comment on column t.id is '${long('c')}'`,
    ];
    for (const sql of statements) await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
    const places = { hosts: null, ownStores: [], sqliteDirs: [folder] };
    const target = await resolveTarget(parseTargetUrl('duckdb', `duckdb://${path}`), places);
    database = openTargetDatabase(target, { guard: (sql) => guardSql(sql, 'duckdb') });
  });
  afterAll(async () => {
    await database.close();
    await rm(folder, { recursive: true });
  });

  it('brings cut comments, and neither tables nor columns of long names', async () => {
    const { schema, privileges } = await database.introspect({ examples: false }, signal);
    const [table] = schema.tables;
    expect(schema.tables.map((one) => one.name)).toEqual(['t', 'v']);
    expect(table?.columns.map((column) => [column.name, column.type])).toEqual([
      ['id', 'INTEGER'],
      ['kind', 'ENUM'],
    ]);
    const cut = `${'c'.repeat(4000)}…`;
    expect([table?.description, table?.columns[0]?.description]).toEqual([cut, cut]);
    expect(JSON.stringify(schema).length).toBeLessThan(20_000);
    expect(privileges.findings).toContain('3 tables and columns are left out: a name is longer than 4000 characters');
  });

  it('leaves out conditions and definitions that are too long to keep whole', async () => {
    const declared = await database.declared(signal);
    expect(declared.find((one) => one.name === 't')?.checks).toEqual([`(id > 0)`]);
    expect(declared.find((one) => one.name === 'v')?.view).toBeNull();
  });

  it('still refuses a view that is too long for the guard', async () => {
    expect(await database.refusedRelation(['huge'], signal)).toMatchObject({ relation: 'main.huge' });
    expect(await database.refusedRelation(['v'], signal)).toBeNull();
  });

  it('lists no relation of a long name', async () => {
    expect((await database.relationNames(signal)).map((one) => one.name)).toEqual(['t', 'v']);
  });
});
