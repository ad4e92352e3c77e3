import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { guardSql, type CatalogVersion, type GuardOptions, type GuardOutcome } from '@assay/sql';
import { PLAIN_STATEMENTS, attributeForms } from '../conformance/attribute-forms.js';
import { CATALOG_STATEMENTS, HOSTILE_DATABASE, HOSTILE_STATEMENTS } from '../conformance/hostile-postgres.js';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';
import { judgeAndRun } from '../judge-and-run.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 10, maxBytes: 1_000_000 };
const never = (): AbortSignal => new AbortController().signal;

describe('what a name means in a database that is full of traps', () => {
  let admin: TrapsInPostgres['admin'];
  let database: TrapsInPostgres['database'];
  let notices: string[];
  let stop: TrapsInPostgres['stop'];

  beforeAll(async () => {
    ({ admin, database, notices, stop } = await trapsInPostgres(HOSTILE_DATABASE));
  });
  afterAll(() => stop());

  const judge = async (sql: string, options: GuardOptions = {}): Promise<GuardOutcome> => {
    const outcome = await guardSql(sql, 'postgres', { ...options, catalog: await database.catalog(never()) });
    if (!outcome.allowed) return outcome;
    const unsafe = await database.refusedRelation(outcome.tables, never());
    return unsafe === null ? outcome : { allowed: false, rule: 'function', message: unsafe.message };
  };

  const runsOwnCode = async (sql: string): Promise<boolean> => {
    notices.length = 0;
    for (const text of [`explain ${sql}`, sql]) {
      await admin.query('begin');
      await admin.query(text).catch(() => undefined);
      await admin.query('rollback');
    }
    return notices.some((notice) => notice.startsWith('ran: '));
  };

  const versionFor = async (sql: string): Promise<CatalogVersion | null> => {
    const outcome = await judge(sql);
    if (!outcome.allowed) throw new Error(outcome.message);
    return outcome.catalogVersion;
  };

  it.each(HOSTILE_STATEMENTS)('refuses %s', async (sql) => {
    expect({ sql, ...(await judge(sql)) }).toMatchObject({ sql, allowed: false });
  });

  it.each(CATALOG_STATEMENTS)('refuses %s unless the catalogs may be read', async (sql) => {
    expect({ sql, ...(await judge(sql)) }).toMatchObject({ sql, rule: 'system-catalog' });
    expect({ sql, ...(await judge(sql, { allowSystemCatalogs: true })) }).toMatchObject({ sql, allowed: true });
  });

  it('tries statements of which most would run code of the database', async () => {
    let running = 0;
    for (const sql of HOSTILE_STATEMENTS) running += (await runsOwnCode(sql)) ? 1 : 0;
    expect(running).toBeGreaterThan(HOSTILE_STATEMENTS.length * 0.6);
  });

  it('refuses every function that is written as an attribute, in every clause', async () => {
    const forms = attributeForms();
    expect(forms.length).toBeGreaterThan(5000);
    const passed: string[] = [];
    for (const sql of forms) if ((await judge(sql)).allowed) passed.push(sql);
    expect(passed).toEqual([]);
  });

  it.each(PLAIN_STATEMENTS)('allows and runs %s', async (sql) => {
    const outcome = await judge(sql);
    expect({ sql, ...outcome }).toMatchObject({ sql, allowed: true });
    await expect(database.examine((outcome as { sql: string }).sql, LIMITS, never())).resolves.toBeDefined();
    expect(await runsOwnCode(sql)).toBe(false);
  });

  it('leaves a column that does not exist to the server, which knows better names', async () => {
    expect(await judge('select c.fullname from customer c')).toMatchObject({ allowed: true });
  });

  it.each([
    ['select shout(name) from customer', 'shout'],
    ['select c.of_row from customer c', 'of_row'],
    ["select round('x'::text)", 'public.round'],
    ["select 'a'::text + 'b'::text", 'operator(public.+)'],
    ["select 'a'::text ### 'b'", 'operator(###)'],
    ['select m::int from customer', 'cast(mood as int4)'],
    ["select 'x'::evil_domain", 'checked'],
  ])('allows %s where the workspace allows %s', async (sql, entry) => {
    expect(await judge(sql)).toMatchObject({ allowed: false });
    expect(await judge(sql, { allowFunctions: [entry] })).toMatchObject({ allowed: true });
  });

  it.each([
    ["select 'a'::text + 'b'::text", 'operator(public.+)'],
    ["select round('x'::text)", 'public.round'],
    ['select m::int from customer', 'cast(mood as int4)'],
  ])('says how %s is allowed', async (sql, entry) => {
    expect(await judge(sql)).toMatchObject({ message: expect.stringContaining(`allowFunctions names ${entry}`) });
  });

  it('runs nothing that was judged by what the database held before', async () => {
    const sql = "select initcap('x'::bpchar)";
    const catalogVersion = await versionFor(sql);
    await expect(database.examine(sql, LIMITS, never(), { catalogVersion })).resolves.toBeDefined();
    for (const change of [
      'create function public.initcap(bpchar) returns text language sql immutable as $$ select 1 / 0 $$',
      'create or replace function shout(x text) returns text language sql immutable as $$ select x $$',
      'alter domain lower_case add constraint another check (value is not null)',
      'create or replace view names as select id, shout(name) as name from customer',
    ]) {
      await database.catalog(never(), { fresh: true });
      const before = await versionFor('select 1');
      await admin.query(change);
      await expect(database.examine('select 1', LIMITS, never(), { catalogVersion: before })).rejects.toMatchObject({
        code: 'TARGET_CATALOG_CHANGED',
      });
    }
    await expect(database.examine(sql, LIMITS, never(), { catalogVersion })).rejects.toMatchObject({
      code: 'TARGET_CATALOG_CHANGED',
    });
    const outcome = await judgeAndRun(
      database,
      async (catalog) => {
        const guarded = await guardSql(sql, 'postgres', { catalog });
        if (guarded.allowed) await database.examine(sql, LIMITS, never(), guarded);
        return guarded;
      },
      never(),
    );
    expect(outcome).toMatchObject({ allowed: false });
  });

  it('refreshes the catalog for a column that was added', async () => {
    await database.catalog(never());
    await admin.query('alter table customer add column obj_description text');
    const sql = 'select c.obj_description from customer c';
    expect(await judge(sql)).toMatchObject({ allowed: false });
    const catalog = await database.catalog(never(), { fresh: true });
    expect(await guardSql(sql, 'postgres', { catalog })).toMatchObject({ allowed: true });
  });
});
