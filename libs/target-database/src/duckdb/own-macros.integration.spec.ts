import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DuckDBInstance, type DuckDBConnection } from '@duckdb/node-api';
import { guardSql, refuseDuckdbTree, type DatabaseCatalog } from '@assay/sql';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SYNTAX_DATABASE, SYNTAX_STATEMENTS } from '../conformance/duckdb-syntax.js';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { plainCatalog } from '../introspection/plain-catalog.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';

const LIMITS = { statementTimeoutMs: 60_000, maxRows: 100, maxBytes: 1_000_000 };
const { signal } = new AbortController();

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** A macro with up to four arguments and a recognisable result. */
const macro = (name: string): string => {
  const heads = ['()', '(p1)', '(p1, p2)', '(p1, p2, p3)', '(p1, p2, p3, p4)'];
  return `create macro ${quoted(name)} ${heads.map((head) => `${head} as 'OWNED'`).join(', ')}`;
};

const namesOf = async (connection: DuckDBConnection, kind: string): Promise<string[]> => {
  const sql = `select distinct function_name from system.main.duckdb_functions()
                where internal and function_type ${kind} order by 1`;
  return (await connection.runAndReadAll(sql)).getRows().map(([name]) => String(name));
};

const own = (...names: string[]): DatabaseCatalog => plainCatalog(names.map((name) => ({ schema: 'main', name })));

/** Names that alone refuse the tree. */
const refusedOf = (tree: string, names: readonly string[]): string[] => {
  const refused = new Set(names.map((name) => name.toLowerCase()));
  if (refuseDuckdbTree(tree, { allowed: new Set(), refused }) === null) return [];
  if (names.length === 1) return [...names];
  const half = names.length >> 1;
  return [...refusedOf(tree, names.slice(0, half)), ...refusedOf(tree, names.slice(half))];
};

describe('macros that are called like what DuckDB brings', () => {
  let folder: string;
  const opened: TargetDatabase[] = [];

  const make = async (file: string, statements: readonly string[]): Promise<void> => {
    const instance = await DuckDBInstance.create(join(folder, file));
    const connection = await instance.connect();
    for (const sql of statements) await connection.run(sql);
    connection.closeSync();
    instance.closeSync();
  };

  const open = async (file: string, allowFunctions: string[] = []): Promise<TargetDatabase> => {
    const policy = { hosts: null, ownStores: [], sqliteDirs: [folder] };
    const target = await resolveTarget(parseTargetUrl('duckdb', `duckdb://${join(folder, file)}`), policy);
    const guard = (sql: string, catalog: DatabaseCatalog | null) =>
      guardSql(sql, 'duckdb', { catalog, allowFunctions });
    const database = openTargetDatabase(target, { guard, allowFunctions });
    opened.push(database);
    return database;
  };

  beforeAll(async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), 'assay-macros-')));
  });
  afterAll(async () => {
    for (const database of opened) await database.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('are found behind operators, syntax, keywords and macros, by both layers', async () => {
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    for (const sql of SYNTAX_DATABASE) await connection.run(sql);
    const runs = async (sql: string): Promise<string> => {
      const rows = await connection.runAndReadAll(sql).then((result) => result.getRows());
      return JSON.stringify(rows, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    };
    const trees = new Map<string, string>();
    for (const sql of SYNTAX_STATEMENTS) {
      await runs(sql);
      const [[tree]] = (await connection.runAndReadAll('select json_serialize_sql($1::varchar)', [sql])).getRows() as [
        [string],
      ];
      const none = { allowed: new Set<string>(), refused: new Set<string>() };
      if (refuseDuckdbTree(tree, none) === null && (await guardSql(sql, 'duckdb')).allowed) trees.set(sql, tree);
    }
    expect(trees.size).toBeGreaterThan(230);
    const names = await namesOf(connection, "in ('scalar', 'aggregate', 'macro')");
    for (const name of names) await connection.run(macro(name));
    const hidden: string[] = [];
    const overlooked: string[] = [];
    for (const [sql, tree] of trees) {
      const known = refusedOf(tree, names);
      for (const name of known) {
        await connection.run(`drop macro ${quoted(name)}`);
        if ((await guardSql(sql, 'duckdb', { catalog: own(name) })).allowed) overlooked.push(`${name}: ${sql}`);
      }
      const result = await runs(sql).catch(String);
      if (result.includes('OWNED')) hidden.push(`${sql}: ${result}`);
      for (const name of known) await connection.run(macro(name));
    }
    expect(hidden).toEqual([]);
    expect(overlooked).toEqual([]);
    connection.closeSync();
    instance.closeSync();
  });

  it('change nothing of what is read of a database', async () => {
    const tables = [
      "create type mood as enum ('very happy', 'it''s sad')",
      "create table customers (id integer primary key, name varchar not null, kind enum ('a', 'b'), mood mood, check (id > 0))",
      'create table orders (id integer unique, customer integer references customers (id))',
      "insert into customers values (1, 'Ann', 'a', null)",
      'create view named as select name from customers',
    ];
    const instance = await DuckDBInstance.create(':memory:');
    const connection = await instance.connect();
    const scalars = await namesOf(connection, "in ('scalar', 'aggregate', 'macro')");
    const sources = await namesOf(connection, "in ('table', 'table_macro')");
    connection.closeSync();
    instance.closeSync();
    await make('clean.duckdb', tables);
    await make('full.duckdb', [
      ...tables,
      ...scalars.map(macro),
      ...sources.map(
        (name) => `create macro ${quoted(name)}() as table select 'OWNED' as function_name, false as internal`,
      ),
    ]);
    const [clean, full] = [await open('clean.duckdb'), await open('full.duckdb')];
    const reported = async (database: TargetDatabase): Promise<unknown> => ({
      ...(await database.check(signal)),
      schema: (await database.introspect({ examples: true }, signal)).schema.tables,
      declared: await database.declared(signal),
      found: (await database.findValues({ values: ['ann', 'an'] }, LIMITS, signal)).found,
    });
    expect(await reported(full)).toEqual(await reported(clean));
    expect((await full.declared(signal)).find(({ name }) => name === 'customers')?.enums).toEqual([
      { column: 'kind', values: ['a', 'b'] },
      { column: 'mood', values: ['very happy', "it's sad"] },
    ]);
    const catalog = await full.catalog(signal);
    expect(catalog?.functions.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['+', 'lower', 'duckdb_functions']),
    );
    await expect(full.execute('select id + 1 from customers', LIMITS, signal)).rejects.toThrow(/own function \+/);
    await expect(full.execute('select current_date', LIMITS, signal)).rejects.toThrow(/own function current_date/);
    expect(await full.execute('select id from customers', LIMITS, signal)).toMatchObject({ rows: [[1]] });
  });

  it('are found behind a whole row, which is written like a column', async () => {
    await make('rows.duckdb', [
      'create table u as select 1 as a, 2 as z',
      "create macro struct_pack(a := 0, z := 0) as 'OWNED'",
      'create view v as select u from u',
    ]);
    const database = await open('rows.duckdb');
    const catalog = await database.catalog(signal);
    for (const sql of [
      'select u from u',
      'select U from u',
      'select "u" from u',
      'select main.u from u',
      'select to_json(u) from u',
      'select x.x from (select u as x from u) x',
      'select o from (values (1, 2)) o(a, z)',
      'with k as (select * from u) select k from k',
      'select h from main.u h',
      'select count(u) from u',
      'select a from u order by u',
    ]) {
      expect({ sql, ...(await guardSql(sql, 'duckdb', { catalog })) }).toMatchObject({ sql, rule: 'function' });
      await expect(database.execute(sql, LIMITS, signal)).rejects.toThrow('struct_pack');
    }
    expect(await database.refusedRelation(['v'], signal)).toMatchObject({ rule: 'function' });
    expect(await database.execute('select a, z from u', LIMITS, signal)).toMatchObject({ rows: [[1, 2]] });
  });

  it('are refused in statements and views until the workspace allows them', async () => {
    await make('traps.duckdb', [
      "create table t as select 1 as a, 'x' as s",
      'create macro "+"(a, b) as (select string_agg(name, \';\') from duckdb_settings())',
      'create macro list_value(a, b) as (select count(*) from duckdb_columns())',
      'create macro like_escape(a, b, c) as (select count(*) from duckdb_databases())',
      'create macro range(a) as table select 7 as range',
      'create macro twice(a) as a * 2',
      'create view more as select a + 1 as b from t',
      'create view above as select b from more',
      'create view plain as select a, s from t',
    ]);
    const database = await open('traps.duckdb');
    const catalog = await database.catalog(signal);
    for (const [sql, name] of [
      ['select a + 1 from t', '+'],
      ['select +a from t', '+'],
      ['select [a, 2] from t', 'list_value'],
      ["select s like 'x%' escape '!' from t", 'like_escape'],
      ['select * from range(3)', 'range'],
      ['select twice(a) from t', 'twice'],
      ['select t.a.twice() from t', 'twice'],
    ] as const) {
      expect({ sql, ...(await guardSql(sql, 'duckdb', { catalog })) }).toMatchObject({ sql, rule: 'function' });
      await expect(database.execute(sql, LIMITS, signal)).rejects.toThrow(name);
    }
    expect(await database.refusedRelation(['more'], signal)).toMatchObject({ rule: 'function' });
    expect(await database.refusedRelation(['above'], signal)).toMatchObject({ rule: 'function' });
    expect(await database.refusedRelation(['plain'], signal)).toBeNull();
    for (const sql of [
      'select a - 1, a * 2 from t',
      "select s like 'x%' from t",
      'select a from plain order by a desc',
    ]) {
      expect({ sql, ...(await guardSql(sql, 'duckdb', { catalog })) }).toMatchObject({ sql, allowed: true });
      await expect(database.execute(sql, LIMITS, signal)).resolves.toBeDefined();
    }
    const allowing = await open('traps.duckdb', ['operator(+)', 'twice', 'list_value']);
    expect(await allowing.refusedRelation(['more'], signal)).toBeNull();
    expect(await allowing.execute('select twice(a) from t', LIMITS, signal)).toMatchObject({ rows: [[2]] });
    await expect(allowing.execute('select a + 1, [a, 2] from t', LIMITS, signal)).resolves.toBeDefined();
    await expect(allowing.execute("select s like 'x' escape '!' from t", LIMITS, signal)).rejects.toThrow(
      'like_escape',
    );
  });
});
