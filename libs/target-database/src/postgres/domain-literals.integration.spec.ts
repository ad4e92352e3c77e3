import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { guardSql, type DatabaseCatalog, type GuardOutcome } from '@assay/sql';
import { startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { DOMAIN_DATABASE, domainCalls, domainForms, type AllowedFunction } from '../conformance/domain-forms.js';
import type { DatabaseSession } from '../session.js';
import { readOwnCatalog } from './own-catalog.js';

/** The server's polymorphic functions. */
const POLYMORPHIC = `
  select distinct p.proname::text as name, p.prorettype::regtype::text as result,
         array(select t::regtype::text from unnest(p.proargtypes) with ordinality as t(t, at) order by at) as types,
         case when p.prokind = 'w' then 'w' else coalesce(a.aggkind::text, 'f') end as kind,
         coalesce(a.aggnumdirectargs, 0)::int as direct
    from pg_proc as p left join pg_aggregate as a on a.aggfnoid = p.oid
   where p.oid < 16384 and p.prokind in ('f', 'a', 'w') and p.pronargs between 1 and 4
     and p.proargtypes::oid[] && array(select oid from pg_type where typname ~ '^any')`;

const OPERATORS = 'select distinct oprname::text as symbol from pg_operator where oid < 16384';

/** Types made from an element's type. */
const COLLECTED = /^any(?:compatible)?(?:array|range|multirange)$/;

describe('a text beside a value of a domain', () => {
  let server: TestPostgres;
  let client: pg.Client;
  let catalog: DatabaseCatalog;
  let functions: AllowedFunction[];
  let operators: string[];
  const notices: string[] = [];

  beforeAll(async () => {
    server = await startTestPostgres();
    client = new pg.Client({ connectionString: await server.createDatabase() });
    await client.connect();
    for (const statement of DOMAIN_DATABASE) await client.query(statement);
    client.on('notice', (notice) => notices.push(notice.message ?? ''));
    const read = async ({ sql }: { sql: string }) => (await client.query({ text: sql, rowMode: 'array' })).rows;
    catalog = await readOwnCatalog({ read } as unknown as DatabaseSession, new AbortController().signal);
    const known = (await client.query<AllowedFunction>(POLYMORPHIC)).rows;
    const listed = await Promise.all(
      known.map(async ({ name }) => (await guardSql(`select ${name}()`, 'postgres')).allowed),
    );
    functions = known.filter((_, index) => listed[index]);
    operators = (await client.query<{ symbol: string }>(OPERATORS)).rows.map(({ symbol }) => symbol);
    await client.query('set default_transaction_read_only = on');
  });

  afterAll(async () => {
    await client.end();
    await server.stop();
  });

  const judge = (sql: string): Promise<GuardOutcome> => guardSql(sql, 'postgres', { catalog });

  /** Whether a condition runs during planning or execution. */
  const checks = async (sql: string): Promise<boolean> => {
    notices.length = 0;
    await client.query(sql).catch(() => undefined);
    return notices.some((notice) => notice.startsWith('ran: '));
  };

  /** Statements that pass and run a condition. */
  const checkedOf = async (statements: readonly string[]): Promise<{ passed: number; running: string[] }> => {
    let passed = 0;
    const running: string[] = [];
    for (const sql of statements) {
      if (!(await judge(sql)).allowed) continue;
      passed += 1;
      if (await checks(sql)) running.push(sql);
    }
    return { passed, running };
  };

  it('runs no condition in any form that passes', async () => {
    const { passed, running } = await checkedOf(domainForms(operators));
    expect(running).toEqual([]);
    expect(passed).toBeGreaterThan(3000);
  });

  it('runs no condition in any call that passes', async () => {
    expect(functions.length).toBeGreaterThan(100);
    const { passed, running } = await checkedOf(functions.flatMap(domainCalls));
    expect(running).toEqual([]);
    expect(passed).toBeGreaterThan(1000);
  });

  it('tries forms that do run conditions', async () => {
    let running = 0;
    const refused = ["percentile_disc('{0.5}'::float8[]) within group (order by w)", 'p.*', 'array[w]', 'ws', 'c'];
    for (const sql of domainForms(['='])) {
      if (refused.some((value) => sql.includes(`(${value}, '`)) && (await checks(sql))) running += 1;
    }
    expect(running).toBeGreaterThan(50);
  });

  it('refuses a condition beside every function that collects values', async () => {
    const collecting = functions.filter(
      ({ types, result }) => COLLECTED.test(result) && !types.some((type) => COLLECTED.test(type)),
    );
    expect(collecting.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['array_agg', 'array_fill', 'percentile_disc']),
    );
    const passed: string[] = [];
    for (const { name, types } of collecting) {
      const sql = `select ${name}(${types.map(() => 'w').join(', ')}) from plain`;
      if ((await judge(sql)).allowed) passed.push(sql);
    }
    expect(passed).toEqual([]);
  });
});
