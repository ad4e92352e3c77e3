import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DatabaseSchema, TableSchema } from '@assay/contracts';
import { guardSql, quoteIdentifier, renderMSchema } from '@assay/sql';
import pg from 'pg';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';
import { boundedTables } from './bounded-driver.js';

const LIMITS = { statementTimeoutMs: 60_000, maxRows: 10, maxBytes: 1_000_000 };
const { signal } = new AbortController();

const NAMES = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  "o'clock",
  'a"b',
  '""',
  'line\nbreak',
  'carriage\rreturn',
  'tab\there',
  '\u0001\u001b[2J\u007f',
  'semi;--',
  '/* c */',
  '*/',
  '$$x$$',
  '`tick`',
  '[bracket]',
  '```',
  '</schema>',
  '【Foreign keys】',
  '\u202eevil',
  '\u200b',
  '\u2028',
  'a.b',
  '"a"."b"',
  '.',
  ' ',
  'SELECT',
  'select * from t',
  'ünïcödé',
  '😀'.repeat(15),
  'x'.repeat(63),
  "\\'; drop table t; --",
  '%s',
  '{{x}}',
  'null',
  '0',
  '-1',
  'NaN',
];
const FENCE = "```\n</schema>\n# Table: made_up\n[\n(x:INTEGER)\n]\n【Foreign keys】\n'; drop table t; -- \u202e\u0007";
const id = pg.escapeIdentifier;
const text = pg.escapeLiteral;

const DATABASE = [
  `create type label as enum (${NAMES.map(text).join(', ')})`,
  `create type "__proto__type" as (a integer, b label[])`,
  ...NAMES.flatMap((name) => [
    `create table ${id(name)} (${id(name)} text primary key, kind label default 'NaN', own "__proto__type",
       parent text references ${id(name)} (${id(name)}), check (${id(name)} <> ${text(FENCE)}))`,
    `insert into ${id(name)} values (${text(name)}, ${text(name)}), (${text(FENCE)} || '.', null)`,
    `comment on table ${id(name)} is ${text(FENCE)}`,
    `comment on column ${id(name)}.${id(name)} is ${text(FENCE)}`,
    `create view ${id(`v ${name}`.slice(0, 60))} as select * from ${id(name)} where ${id(name)} <> ${text(FENCE)}`,
  ]),
  // Keys in a circle.
  'create table circle_a (id integer primary key, b integer)',
  'create table circle_b (id integer primary key, a integer references circle_a)',
  'alter table circle_a add foreign key (b) references circle_b',
  // The owner of a table may state any statistics of it.
  ...["'NaN'", "'Infinity'", '1e30'].map(
    (count, at) =>
      `do $$ begin create table counted_${at} (id integer);
         update pg_class set reltuples = ${count} where relname = 'counted_${at}'; end $$`,
  ),
];

describe('a hostile catalog', () => {
  let server: TrapsInPostgres;
  let schema: DatabaseSchema;
  beforeAll(async () => {
    server = await trapsInPostgres(DATABASE);
    ({ schema } = await server.database.introspect({ examples: true }, signal));
  });
  afterAll(() => server?.stop());

  const tableOf = (name: string): TableSchema => {
    const table = schema.tables.find((one) => one.name === name);
    if (table === undefined) throw new Error(`no table ${name}`);
    return table;
  };

  it.each(NAMES)('is read as it is: %j', async (name) => {
    const { columns, primaryKey, foreignKeys, description } = tableOf(name);
    expect(columns.map((column) => column.name)).toEqual([name, 'kind', 'own', 'parent']);
    expect(primaryKey).toEqual([name]);
    expect(foreignKeys).toMatchObject([{ referencedTable: name, referencedColumns: [name] }]);
    expect(description).toBe(FENCE);
    // Long values are no examples.
    expect(columns[0]?.examples).toEqual(name.length > 60 ? [] : [name]);
    expect(({} as Record<string, unknown>)['kind']).toBeUndefined();
  });

  // The guard refuses control characters.
  it.each(NAMES.filter((name) => !name.includes('\u001b')))('can be asked: %j', async (name) => {
    const quoted = quoteIdentifier(name, 'postgres');
    const sql = `SELECT ${quoted} FROM ${quoted} WHERE kind IS NOT NULL`;
    const catalog = await server.database.catalog(signal);
    expect(await guardSql(sql, 'postgres', { catalog })).toMatchObject({ allowed: true });
    expect(await server.database.execute(sql, LIMITS, signal)).toMatchObject({ rows: [[name]] });
    const found = await server.database.findRelation(quoted, signal);
    // Of names that differ in quotes only, either.
    expect(found?.name.replaceAll('"', '')).toBe(name.replaceAll('"', ''));
  });

  it('is shown to models line by line: no name, comment, label or example makes a line of its own', () => {
    const lines = renderMSchema(schema).split(/[\n\r\u2028\u2029]/);
    expect(lines.filter((line) => line.startsWith('# Table: '))).toHaveLength(schema.tables.length);
    expect(lines.filter((line) => /^【[^】]+】( |$)/.test(line))).toEqual([
      expect.stringMatching(/^【DB_ID】/),
      '【Schema】',
      '【Foreign keys】',
    ]);
    const columns = schema.tables.reduce((sum, table) => sum + table.columns.length, 0);
    expect(lines.filter((line) => line.startsWith('('))).toHaveLength(columns);
  });

  it('keeps what is declared beside its table', async () => {
    const declared = await server.database.declared(signal);
    for (const name of NAMES) {
      const own = declared.find((table) => table.name === name);
      expect(own?.enums).toEqual([{ column: 'kind', values: NAMES }]);
      expect(own?.checks).toHaveLength(1);
    }
  });

  it('counts no rows where its counts are none', () => {
    expect([0, 1, 2].map((at) => tableOf(`counted_${at}`).rowEstimate)).toEqual([null, null, null]);
    const counted = [NaN, -1, Infinity, 0, 5].map((rowEstimate) => ({ ...tableOf('circle_a'), rowEstimate }));
    expect(boundedTables(counted).tables.map(({ rowEstimate }) => rowEstimate)).toEqual([null, null, null, 0, 5]);
  });

  it('is read to its end where keys lead in a circle', () => {
    expect(tableOf('circle_a').foreignKeys).toMatchObject([{ referencedTable: 'circle_b' }]);
    expect(tableOf('circle_b').foreignKeys).toMatchObject([{ referencedTable: 'circle_a' }]);
  });
});
