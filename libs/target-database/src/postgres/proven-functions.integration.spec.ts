import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { guardSql, guardView } from '@assay/sql';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { ATTACKS, HARMLESS, TRAPS } from '../conformance/views-over-functions.js';
import { trapsInPostgres, type TrapsInPostgres } from '../conformance/traps-in-postgres.js';
import { PooledTargetDatabase } from '../pooled-target-database.js';
import type { TargetDatabase } from '../target-database.js';
import { postgresDriver } from './driver.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 10, maxBytes: 1_000_000 };
const { signal } = new AbortController();

const own = (text: string, name: string): string => text.replaceAll(/\bf(?=[(.])/g, name);

const objectsOf = (kind: string, [made, select]: readonly [string, string], at: number): string[] => [
  own(`create function ${kind}_${at}${made}`, `${kind}_${at}`),
  own(`create view ${kind}_view_${at} as ${select}`, `${kind}_${at}`),
];

describe('views over own functions', () => {
  let admin: TrapsInPostgres['admin'];
  let database: TrapsInPostgres['database'];
  let notices: string[];
  let stop: TrapsInPostgres['stop'];

  beforeAll(async () => {
    const attacks = ATTACKS.flatMap(([, made, select], at) => {
      const given = made.startsWith('()') ? 'select f() as v' : 'select f(id) as v from p';
      return objectsOf('attack', [made, select ?? given], at);
    });
    const harmless = HARMLESS.flatMap(([made, select], at) => objectsOf('harmless', [made, select], at));
    ({ admin, database, notices, stop } = await trapsInPostgres([...TRAPS, ...attacks, ...harmless]));
  });
  afterAll(() => stop());

  const refusalOf = (view: string): ReturnType<typeof database.refusedRelation> =>
    database.refusedRelation([view], signal);

  it.each(ATTACKS.map(([title], at) => [title, at] as const))('are refused for %s', async (_, at) => {
    expect(await refusalOf(`attack_view_${at}`)).not.toBeNull();
  });

  it('would run what is refused', async () => {
    let ran = 0;
    for (const at of ATTACKS.keys()) {
      notices.length = 0;
      await admin.query('begin');
      const failed = await admin.query(`select * from attack_view_${at}`).catch((error: unknown) => error);
      await admin.query('rollback');
      if (!(failed instanceof Error) || notices.length > 0) ran += 1;
    }
    expect(ran).toBeGreaterThan(ATTACKS.length * 0.8);
  });

  it.each(HARMLESS.map(([made, , value], at) => [made, value, at] as const))(
    'are read for %s',
    async (_, value, at) => {
      expect(await refusalOf(`harmless_view_${at}`)).toBeNull();
      const { rows } = await database.execute(`select * from harmless_view_${at}`, LIMITS, signal);
      expect(rows[0]).toEqual([value]);
    },
  );

  it('do not let statements call the functions', async () => {
    const catalog = await database.catalog(signal);
    expect(await guardSql('select harmless_0(gross) from p', 'postgres', { catalog })).toMatchObject({
      allowed: false,
      message: expect.stringContaining('harmless_0'),
    });
  });

  const readingOf = async (sql: string, of: TargetDatabase, fresh = false): Promise<() => Promise<unknown>> => {
    const guarded = await guardSql(sql, 'postgres', { catalog: await of.catalog(signal, { fresh }) });
    if (!guarded.allowed) throw new Error(guarded.message);
    return () => of.execute(sql, LIMITS, signal, guarded);
  };

  it.each([
    "create or replace function deep0(int) returns int language sql as 'select evil($1)'",
    'alter function deep1(int) security definer',
    "alter function deep2(int) set work_mem = '1MB'",
    'create function deep3(bigint) returns int language plpgsql as $$ begin return evil(1); end $$',
  ])('are judged again after %s', async (change) => {
    const read = await readingOf('select * from harmless_view_4', database, true);
    await admin.query(change);
    await expect(read()).rejects.toMatchObject({ code: 'TARGET_CATALOG_CHANGED' });
    await database.catalog(signal, { fresh: true });
    expect(await refusalOf('harmless_view_4')).toMatchObject({ message: expect.stringContaining('harmless_4') });
  });

  it('are compared with the catalog that their definitions were judged by', async () => {
    const { user = '', password = '', host, port, database: name = '' } = admin;
    const url = `postgres://${user}:${password ?? ''}@${host}:${port}/${name}`;
    const target = await resolveTarget(parseTargetUrl('postgres', url), { hosts: null, ownStores: [], sqliteDirs: [] });
    const driver = postgresDriver();
    const relations: typeof driver.relations = async (...given) => {
      const found = await driver.relations(...given);
      await admin.query('create or replace view changing as select evil(id) as id from p');
      return found;
    };
    await admin.query('create view changing as select id from p');
    const late = new PooledTargetDatabase({ ...driver, relations }, target, {
      guard: (sql, catalog) => guardView(sql, 'postgres', { catalog }),
      ...{ maxSessions: 1, idleMs: 1000, acquireMs: 60_000, connectMs: 60_000 },
    });
    const read = await readingOf('select id from changing', late);
    expect(await late.refusedRelation(['changing'], signal)).toBeNull();
    await expect(read()).rejects.toMatchObject({ code: 'TARGET_CATALOG_CHANGED' });
    await late.close();
  });
});
