import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { guardSql, type GuardOutcome } from '@assay/sql';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';
import { judgeAndRun } from '../judge-and-run.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 10, maxBytes: 1_000_000 };
const OPTIONS = { allowFunctions: ['all_visits', 'all_stays'] };
const never = (): AbortSignal => new AbortController().signal;

/** Constant: only columns change later. */
const DATABASE = [
  ...['note', 'place', 'stay', 'score'].map(
    (name) => `create function ${name}(record) returns text language plpgsql volatile as
       $$ begin raise exception 'ran: ${name}'; end $$`,
  ),
  `create function refused(text) returns bool language plpgsql volatile as
     $$ begin raise exception 'ran: refused'; end $$`,
  'create domain touchy as text check (refused(value))',
  'create table visit (id int, note text, place text)',
  "insert into visit values (1, 'n', 'p')",
  'create table stay_of (id int, stay text)',
  "insert into stay_of values (1, 's')",
  'create function all_visits() returns setof visit language sql stable as $$ select * from visit $$',
  'create function all_stays() returns setof stay_of language sql stable as $$ select * from stay_of $$',
  'create type pair as (a int, b text)',
  'create table plain_row (a int, b text)',
  'create table other_row (a int, b text)',
  'create view scores as select id, place as score from visit',
  'create schema hidden',
  'create table hidden.travel (id int, moved text)',
  'create table travel_plan (id int)',
  'insert into travel_plan values (1)',
  "create function moved(travel_plan) returns text language plpgsql as $$ begin raise exception 'ran: moved'; end $$",
];

/** An allowed statement, a column change, and the code it would run then. */
const CHANGES: [sql: string, change: string, runs: string][] = [
  ['select v.note from visit v', 'alter table visit drop column note', 'note'],
  ['select (select v.place from visit v limit 1)', 'alter table visit rename column place to city', 'place'],
  ['select f.stay from all_stays() f', 'alter table stay_of drop column stay', 'stay'],
  ['select s.score from scores s', 'alter view scores rename column score to points', 'score'],
  ["select '(1,b,c)'::pair", 'alter type pair add attribute c touchy', 'refused'],
  ['select \'{"(1,b,c)"}\'::plain_row[]', 'alter table plain_row add column c touchy', 'refused'],
  ["select array[null::other_row, '(1,b,c)']", 'alter table other_row add column c touchy', 'refused'],
  ['select t.moved from travel t', 'alter table travel_plan rename to travel', 'moved'],
];

describe('columns that changed since the catalog was read', () => {
  let admin: TrapsInPostgres['admin'];
  let database: TrapsInPostgres['database'];
  let stop: TrapsInPostgres['stop'];

  beforeAll(async () => {
    ({ admin, database, stop } = await trapsInPostgres(DATABASE));
  });
  afterAll(() => stop());

  it.each(CHANGES)('does not run %s after %s', async (sql, change, runs) => {
    const verdicts: GuardOutcome[] = [];
    await database.catalog(never(), { fresh: true });
    const work = (): Promise<unknown> =>
      judgeAndRun(
        database,
        async (catalog) => {
          const outcome = await guardSql(sql, 'postgres', { ...OPTIONS, catalog });
          verdicts.push(outcome);
          if (!outcome.allowed) return null;
          if (verdicts.length === 1) await admin.query(change);
          return database.examine(outcome.sql, LIMITS, never(), { catalogVersion: outcome.catalogVersion });
        },
        never(),
      );
    await expect(work()).resolves.toBeNull();
    expect(verdicts.map(({ allowed }) => allowed)).toEqual([true, false]);
    await expect(admin.query(sql)).rejects.toThrow(`ran: ${runs}`);
  });
});
