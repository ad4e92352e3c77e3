import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import {
  describeWith,
  POSTGRES_PROGRAMS,
  startTestPgbouncer,
  startTestPostgres,
  startTestStandby,
  type TestPostgres,
  type TestStandby,
  describeUnless,
} from '@assay/testing';
import pg from 'pg';
import { setTimeout as delay } from 'node:timers/promises';
import { timeoutFailureOf } from '../conformance/failure-of.js';
import { parseTargetUrl } from '../connection/parse-target-url.js';
import { resolveTarget } from '../connection/resolve-target.js';
import { openTargetDatabase } from '../open-target-database.js';
import type { TargetDatabase } from '../target-database.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 100, maxBytes: 1_000_000 };
const FIXTURE = [
  'create table customer (id integer primary key, name text not null)',
  "insert into customer select n, 'c' || n from generate_series(1, 20) as n",
];
const never = (): AbortSignal => new AbortController().signal;

async function opened(url: string): Promise<TargetDatabase> {
  const policy = { hosts: null, ownStores: [], sqliteDirs: [] };
  const resolved = await resolveTarget(parseTargetUrl('postgres', url), policy);
  return openTargetDatabase(resolved, { guard: (sql, catalog) => guardSql(sql, 'postgres', { catalog }) });
}

async function expectToServe(database: TargetDatabase): Promise<void> {
  const { schema } = await database.introspect({ examples: true }, never());
  expect(schema.tables.map(({ name }) => name)).toEqual(['customer']);
  const count = 'SELECT count(*)::integer AS customers FROM customer';
  const ask = async (): Promise<unknown> => (await database.examine(count, LIMITS, never())).rows;
  expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array.from({ length: 8 }, () => [[20]]));
  const endless =
    'SELECT count(*) FROM customer a, customer b, customer c, customer d, customer e, customer f, customer g';
  const soon = { ...LIMITS, statementTimeoutMs: 1500 };
  const failure = await timeoutFailureOf(() => database.examine(endless, soon, never()));
  expect(failure.statement.code).toBe('57014');
  expect(await ask()).toEqual([[20]]);
}

describeWith('pgbouncer', 'a target behind PgBouncer', () => {
  let postgres: TestPostgres;
  let url: string;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.createDatabase();
    await run(url, ...FIXTURE);
  });
  afterAll(async () => postgres?.stop());

  it.each(['session', 'transaction'] as const)('serves in %s mode', async (mode) => {
    // two connections for eight statements: sessions share backends
    const pooler = await startTestPgbouncer(url, { mode, connections: 2 });
    const database = await opened(pooler?.url ?? '');
    try {
      await expectToServe(database);
    } finally {
      await database.close();
      await pooler?.stop();
    }
  });
});

it('works on a server that forbids unlocking', async () => {
  const postgres = await startTestPostgres();
  const url = new URL(await postgres.createDatabase());
  const role = `hardened_reader_${process.pid}`;
  await run(
    url.href,
    ...FIXTURE,
    'revoke execute on function pg_advisory_unlock_all() from public',
    `create role ${role} login password 'reads'`,
    `grant select on customer to ${role}`,
  );
  const database = await opened(Object.assign(new URL(url), { username: role, password: 'reads' }).href);
  try {
    await expectToServe(database);
  } finally {
    await database.close();
    await run(url.href, `drop owned by ${role}`, `drop role ${role}`);
    await postgres.stop();
  }
});

describeUnless(POSTGRES_PROGRAMS === null && 'PostgreSQL is not installed', 'a target that is a hot standby', () => {
  let servers: TestStandby;
  beforeAll(async () => {
    servers = await startTestStandby((url) => run(url, ...FIXTURE));
  });
  afterAll(() => servers?.stop());

  it('serves, and is said to be one', async () => {
    const database = await opened(servers.standbyUrl);
    try {
      await expectToServe(database);
      const { privileges } = await database.check(never());
      expect(privileges.findings.join()).toContain('The server is a hot standby.');
      await run(servers.primaryUrl, "insert into customer values (21, 'new')");
      const last = 'SELECT max(id) AS last FROM customer';
      const asked = async (): Promise<unknown> => (await database.examine(last, LIMITS, never())).rows[0]?.[0];
      while ((await asked()) !== 21) await delay(20);
    } finally {
      await database.close();
    }
  });
});

async function run(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
