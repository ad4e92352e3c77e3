import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { StatementLimits } from '@assay/contracts';
import { guardSql } from '@assay/sql';
import { describeWith, freePort, startTestPgbouncer, startTestPostgres, type TestPostgres } from '@assay/testing';
import pg from 'pg';
import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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

/** What every question needs of a target: its schema, rows, an end to what takes too long, and rows again. */
async function expectToServe(database: TargetDatabase): Promise<void> {
  const { schema } = await database.introspect({ examples: true }, never());
  expect(schema.tables.map(({ name }) => name)).toEqual(['customer']);
  const count = 'SELECT count(*)::integer AS customers FROM customer';
  const ask = async (): Promise<unknown> => (await database.examine(count, LIMITS, never())).rows;
  expect(await Promise.all(Array.from({ length: 8 }, ask))).toEqual(Array.from({ length: 8 }, () => [[20]]));
  const endless =
    'SELECT count(*) FROM customer a, customer b, customer c, customer d, customer e, customer f, customer g';
  const soon = { ...LIMITS, statementTimeoutMs: 1500 };
  await expect(database.examine(endless, soon, never())).rejects.toMatchObject({ statement: { code: '57014' } });
  expect(await ask()).toEqual([[20]]);
}

describeWith('pgbouncer', 'a target behind PgBouncer', () => {
  let postgres: TestPostgres;
  let url: string;
  beforeAll(async () => {
    postgres = await startTestPostgres();
    url = await postgres.createDatabase();
    const admin = new pg.Client({ connectionString: url });
    await admin.connect();
    for (const statement of FIXTURE) await admin.query(statement);
    await admin.end();
  });
  afterAll(async () => postgres?.stop());

  it.each(['session', 'transaction'] as const)('serves in %s mode', async (mode) => {
    // two connections for eight statements at once: those of one session of ours meet several of the server's
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

const BIN = ['18', '17', '16', '15']
  .map((major) => `/usr/lib/postgresql/${major}/bin`)
  .find((path) => existsSync(path));

const TITLE = 'a target that is a hot standby';
const [suite, title] =
  BIN === undefined ? [describe.skip, `${TITLE} (skipped: PostgreSQL is not installed)`] : [describe, TITLE];

suite(title, () => {
  // Postgres does not run as root; Debian brings a user along.
  const owner: Partial<Ids> = process.getuid?.() === 0 ? idsOf('postgres') : {};
  const folder = mkdtempSync(join(tmpdir(), 'assay-standby-'));
  const servers: ChildProcess[] = [];
  let url: string;
  let primary: pg.Client;

  const run = (program: string, parameters: string[]): void => {
    execFileSync(join(BIN ?? '', program), parameters, { ...owner, cwd: folder, stdio: 'pipe' });
  };
  const start = async (data: string): Promise<number> => {
    const port = await freePort();
    const parameters = ['-D', join(folder, data), '-p', String(port), '-k', folder, '-h', '127.0.0.1'];
    servers.push(spawn(join(BIN ?? '', 'postgres'), parameters, { ...owner, cwd: folder, stdio: 'ignore' }));
    await connected(port).then((client) => client.end());
    return port;
  };

  beforeAll(async () => {
    chmodSync(folder, 0o755);
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid);
    run('initdb', ['-D', join(folder, 'primary'), '-A', 'trust', '-U', 'postgres', '--no-sync']);
    const port = await start('primary');
    primary = await connected(port);
    for (const statement of FIXTURE) await primary.query(statement);
    run('pg_basebackup', [
      '-D',
      join(folder, 'standby'),
      '-R',
      '-h',
      '127.0.0.1',
      '-p',
      String(port),
      '-U',
      'postgres',
    ]);
    url = `postgres://postgres@127.0.0.1:${await start('standby')}/postgres`;
  });
  afterAll(async () => {
    await primary?.end();
    for (const server of servers.reverse()) {
      const ended = once(server, 'exit');
      server.kill('SIGQUIT');
      await ended;
    }
    rmSync(folder, { recursive: true, force: true });
  });

  it('serves, and is said to be one', async () => {
    const database = await opened(url);
    try {
      await expectToServe(database);
      const { privileges } = await database.check(never());
      expect(privileges.findings.join()).toContain('The server is a hot standby.');
      await primary.query("insert into customer values (21, 'new')");
      const last = 'SELECT max(id) AS last FROM customer';
      const asked = async (): Promise<unknown> => (await database.examine(last, LIMITS, never())).rows[0]?.[0];
      while ((await asked()) !== 21) await delay(20);
    } finally {
      await database.close();
    }
  });
});

interface Ids {
  uid: number;
  gid: number;
}

function idsOf(user: string): Ids {
  const id = (flag: string): number => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

async function connected(port: number): Promise<pg.Client> {
  for (const until = Date.now() + 300_000; ; await delay(50)) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', database: 'postgres' });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (Date.now() > until) throw error;
    }
  }
}
