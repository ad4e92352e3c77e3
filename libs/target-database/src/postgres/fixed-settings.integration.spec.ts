import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';

const LIMITS = { statementTimeoutMs: 10_000, maxRows: 10, maxBytes: 100_000 };
const { signal } = new AbortController();

const SETTINGS: readonly [name: string, value: string][] = [
  ['DateStyle', 'German, DMY'],
  ['IntervalStyle', 'sql_standard'],
  ['TimeZone', 'Asia/Tokyo'],
  ['standard_conforming_strings', 'off'],
];

let traps: TrapsInPostgres;

beforeAll(async () => {
  traps = await trapsInPostgres([
    'create table stays (d text)',
    "create type mood as enum ('sad')",
    "insert into stays values ('31.03.2024'), ('01/02/03')",
    ...SETTINGS.map(
      ([name, value]) =>
        `do $$ begin execute format('alter database %I set ${name} to ${value.includes(',') ? value : `''${value}''`}', current_database()); end $$`,
    ),
  ]);
});
afterAll(() => traps.stop());

it('reads dates and times as the database does, and prints them in ISO form', async () => {
  const sql = "select d::date, timestamptz '2024-01-01 00:00+00' from stays order by 1";
  expect((await traps.database.execute(sql, LIMITS, signal)).rows).toEqual([
    ['2003-02-01', '2024-01-01 09:00:00+09'],
    ['2024-03-31', '2024-01-01 09:00:00+09'],
  ]);
});

it('names the types of arrays as they are declared', async () => {
  const sql = "select array['a'], array[1::int8], array['sad'::mood], array[row(1, 'x')], 'sad'::mood from stays";
  const { columns } = await traps.database.execute(sql, LIMITS, signal);
  expect(columns.map(({ type }) => type)).toEqual(['text[]', 'int8[]', 'mood[]', 'record[]', 'mood']);
});

it('leaves JSON as it is written, if that is asked for', async () => {
  const written = '{"a": 12.10, "b": 9007199254740993, "a": null}';
  const sql = `select '${written}'::json, 'null'::jsonb, null::jsonb from stays limit 1`;
  const { rows } = await traps.database.execute(sql, LIMITS, signal, { jsonAsText: true });
  expect(rows).toEqual([[written, 'null', null]]);
  expect((await traps.database.execute(sql, LIMITS, signal)).rows[0]?.[1]).toBeNull();
});

it('reports the settings that statements do not run with', async () => {
  const { privileges } = await traps.database.check(signal);
  expect(privileges.findings.filter((finding) => finding.startsWith('the database sets'))).toEqual([
    'the database sets standard_conforming_strings to off; statements run with on',
    'the database sets DateStyle to German, DMY; statements run with ISO',
    'the database sets IntervalStyle to sql_standard; statements run with postgres',
  ]);
});

it('reports a database without encoding, and which texts cannot be read', async () => {
  const { admin } = traps;
  const { user = '', host, port, database: own = '' } = admin;
  const name = `${own}_bytes`;
  await admin.query(`create database ${name} template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'`);
  const bytes = await trapsInPostgres([String.raw`create table t as select 'plain' as a, E'caf\xe9' as b`], {
    createDatabase: () => Promise.resolve(`postgres://${user}:${admin.password ?? ''}@${host}:${port}/${name}`),
    stop: async () => void (await admin.query(`drop database ${name}`)),
  });
  const { privileges } = await bytes.database.check(signal);
  expect(privileges.findings).toContain(
    'the database has no encoding (SQL_ASCII): texts that are not UTF-8 cannot be read',
  );
  expect((await bytes.database.execute('select a from t', LIMITS, signal)).rows).toEqual([['plain']]);
  await expect(bytes.database.execute('select b from t', LIMITS, signal)).rejects.toThrow('invalid byte sequence');
  await bytes.stop();
});
