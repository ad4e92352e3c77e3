import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer, type AddressInfo, type Server } from 'node:net';
import pg from 'pg';
import type { Examination, StatementLimits } from '@assay/contracts';
import { eventually, startTestPostgres, type TestPostgres } from '@assay/testing';
import { DatabaseSampler } from './database-sampler.js';
import type { WorkspaceConnection } from './workspace-connection.js';

const LIMITS: StatementLimits = { statementTimeoutMs: 60_000, maxRows: 100, maxBytes: 1_000_000 };
/** Longer than any test. */
const LONG: StatementLimits = { ...LIMITS, statementTimeoutMs: 600_000 };
const ENDLESS = 'with recursive t(n) as (select 1 union all select n + 1 from t) select count(*) from t';

const HOSTILE = [
  'select pg_sleep(60)',
  "copy orders to program 'touch /tmp/assay-was-here'",
  'select * from orders; delete from orders',
  'with gone as (delete from orders returning *) select * from gone',
  'select * into stolen from orders',
  'select * from orders for update',
  "select pg_read_file('/etc/passwd')",
  "select * from dblink('dbname=postgres', 'select 1') as t(x int)",
  "select setval('counter', 1)",
  "select nextval('counter')",
  'do $$ begin delete from orders; end $$',
  "select lo_import('/etc/passwd')",
  'set transaction read write',
  "select set_config('transaction_read_only', 'off', true)",
  'select pg_terminate_backend(pg_backend_pid())',
  'select pg_advisory_lock(1)',
  'select * from sleepy',
  'select wipe()',
  'select (orders).wipe_row from orders',
  "select query_to_xml('delete from orders', true, true, '')",
  'select usename, passwd from pg_shadow',
  'truncate orders',
  'explain analyze delete from orders',
];

const never = (): AbortSignal => new AbortController().signal;

describe('the sampler on PostgreSQL', () => {
  let server: TestPostgres;
  let admin: pg.Client;
  let reader: WorkspaceConnection;
  let sampler: DatabaseSampler;
  const samplers: DatabaseSampler[] = [];
  const role = `sampler_reader_${process.pid}`;

  const newSampler = (limits = {}): DatabaseSampler => {
    const made = new DatabaseSampler({ policy: { hosts: null, ownStores: [], sqliteDirs: [] }, limits });
    samplers.push(made);
    return made;
  };

  beforeAll(async () => {
    server = await startTestPostgres();
    const url = await server.createDatabase();
    admin = new pg.Client({ connectionString: url });
    await admin.connect();
    for (const statement of [
      'create table orders (id int primary key, name text, total numeric(10,2))',
      "insert into orders select n, 'name ' || n, n / 2.0 from generate_series(1, 50) as g(n)",
      'create sequence counter',
      'create view sleepy as select pg_sleep(60)::text as nap, id from orders',
      'create function wipe() returns int language sql as $$ select 1 $$',
      'create function wipe_row(orders) returns int language sql as $$ select 1 $$',
      `drop role if exists ${role}`,
      `create role ${role} login password 'reads'`,
      `grant select on all tables in schema public to ${role}`,
      `grant usage, update on sequence counter to ${role}`,
    ]) {
      await admin.query(statement);
    }
    const { host, pathname } = new URL(url);
    reader = { workspace: 'reader', dialect: 'postgres', url: `postgres://${role}:reads@${host}${pathname}` };
    sampler = newSampler();
  });

  afterAll(async () => {
    await Promise.all(samplers.map((one) => one.close()));
    await admin.query(`drop owned by ${role}`);
    await admin.query(`drop role ${role}`);
    await admin.end();
    await server.stop();
  });

  const examine = (sql: string, limits = LIMITS, signal = never()): Promise<Examination> =>
    sampler.answer(reader, { kind: 'examine', sql, limits }, signal);

  /** Retries if the machine was too busy for a connection. */
  const answered = (ask: () => Promise<Examination>): Promise<Examination> =>
    eventually(async () => {
      const examined = await ask();
      return examined.error?.code !== 'TARGET_NO_ANSWER' && examined;
    });

  it('examines a good statement: columns, rows and a fingerprint', async () => {
    const examined = await examine('select id, total from orders where id <= 2 order by id; -- the first two');
    expect(examined).toMatchObject({
      outcome: 'valid',
      tables: ['orders'],
      refusal: null,
      error: null,
      result: {
        columns: [
          { name: 'id', type: 'int4' },
          { name: 'total', type: 'numeric' },
        ],
        rows: [
          [1, '0.50'],
          [2, '1.00'],
        ],
        truncated: false,
      },
    });
    expect(examined.fingerprint).toEqual(expect.any(String));
    expect(examined.sql).not.toContain('--');
  });

  it('gives results that are equal one fingerprint, and others another', async () => {
    const [first, second, third] = await Promise.all([
      examine('select id from orders where id < 10'),
      examine('select o.id as number from orders as o where not o.id >= 10'),
      examine('select id from orders where id < 11'),
    ]);
    expect(first.fingerprint).toBe(second.fingerprint);
    expect(first.fingerprint).not.toBe(third.fingerprint);
  });

  it.each(HOSTILE)('refuses %s, and the database stays as it was', async (sql) => {
    const before = await state();
    const examined = await examine(sql);
    expect(examined.outcome).toBe('refused');
    expect(examined.refusal?.rule).toEqual(expect.any(String));
    expect(examined.result).toBeNull();
    expect(await state()).toEqual(before);
  });

  async function state(): Promise<unknown> {
    const result = await admin.query(
      `select count(*), sum(total), (select last_value from counter) as counter,
              (select count(*) from pg_class) as relations from orders`,
    );
    return result.rows[0];
  }

  it('reports a failed statement with category, code and position', async () => {
    const examined = await examine('select nme from orders');
    expect(examined).toMatchObject({
      outcome: 'failed',
      error: { category: 'SCHEMA_ERROR', code: '42703', position: 8 },
    });
  });

  it('counts a statement timeout against the statement', async () => {
    const examined = await answered(() => examine(ENDLESS, { ...LIMITS, statementTimeoutMs: 200 }));
    expect(examined).toMatchObject({ outcome: 'failed', error: { category: 'EXECUTION_ERROR', code: '57014' } });
  });

  it('stops a statement on the server when its question is cancelled', async () => {
    const controller = new AbortController();
    const work = examine(ENDLESS, LONG, controller.signal);
    const active = async (): Promise<number | null> =>
      (await admin.query("select 1 from pg_stat_activity where usename = $1 and state = 'active'", [role])).rowCount;
    while ((await active()) === 0) await delay(10);
    controller.abort(new Error('cancelled'));
    await expect(work).rejects.toThrow('cancelled');
    // it would outlast the test
    while ((await active()) !== 0) await delay(10);
  });

  it('serves pages, guarded', async () => {
    const rows = (sql: string, offset: number, limit: number): ReturnType<typeof sampler.answer<'rows'>> =>
      sampler.answer(reader, { kind: 'rows', sql, limits: LIMITS, offset, limit }, never());
    expect(await rows('select id from orders order by id desc', 10, 2)).toMatchObject({
      result: { rows: [[40], [39]], truncated: true },
    });
    expect(await rows('delete from orders', 0, 2)).toEqual({ refusal: expect.any(String) });
    expect(await rows('select nme from orders', 0, 2)).toMatchObject({ error: { category: 'SCHEMA_ERROR' } });
  });

  it('samples tables by their name, and nothing else', async () => {
    const sample = (table: string): ReturnType<typeof sampler.answer<'sample'>> =>
      sampler.answer(reader, { kind: 'sample', table, limits: { ...LIMITS, maxRows: 3 } }, never());
    expect((await sample('orders')).result.rowCount).toBe(3);
    expect((await sample('public.Orders')).result.rowCount).toBe(3);
    await expect(sample('orders; drop table orders')).rejects.toMatchObject({ code: 'TABLE_UNKNOWN' });
    await expect(sample('sleepy')).rejects.toMatchObject({ code: 'TABLE_REFUSED' });
  });

  it('looks values up, unless rows stay at home', async () => {
    const request = { kind: 'find-values' as const, values: ['NAME 7'], limits: LIMITS };
    expect(await sampler.answer(reader, request, never())).toEqual({
      found: [{ value: 'NAME 7', table: 'public.orders', column: 'name', stored: 'name 7' }],
      // the size of a table without statistics is unknown
      isPartial: true,
    });
    expect(await sampler.answer({ ...reader, sendRows: false }, request, never())).toEqual({ found: [] });
    const schema = await sampler.answer({ ...reader, sendRows: false }, { kind: 'introspect' }, never());
    expect(JSON.stringify(schema)).not.toContain('name 7');
  });

  it('refuses a superuser that was not accepted', async () => {
    const { host, username, password, pathname } = new URL(server.url);
    const url = `postgres://${username}:${password}@${host}${pathname}`;
    const superuser: WorkspaceConnection = { workspace: 'superuser', dialect: 'postgres', url };
    const request = { kind: 'examine' as const, sql: 'select 1', limits: LIMITS };
    const check = await sampler.answer(superuser, { kind: 'check' }, never());
    expect(check.privileges.superuser).toBe(true);
    await expect(sampler.answer(superuser, request, never())).rejects.toMatchObject({ code: 'ROLE_TOO_POWERFUL' });
    expect(await sampler.answer({ ...superuser, acceptPrivileged: true }, request, never())).toMatchObject({
      outcome: 'valid',
    });
  });

  it('reports an unreachable database without its credentials', async () => {
    const wrong = { ...reader, workspace: 'wrong', url: reader.url.replace(':reads@', ':hunter2@') };
    const failure = await sampler.answer(wrong, { kind: 'check' }, never()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'DATABASE_UNREACHABLE', retryable: false });
    expect(String(failure)).not.toMatch(/hunter2|sampler_reader/);
    const dead = { ...reader, workspace: 'dead', url: 'postgres://u:p@127.0.0.1:1/d' };
    await expect(sampler.answer(dead, { kind: 'check' }, never())).rejects.toMatchObject({ retryable: false });
  });

  it('fails fast once a database is dead, and never before the others', async () => {
    const own = newSampler();
    const dead = { ...reader, workspace: 'dead', url: 'postgres://u:p@127.0.0.1:1/d' };
    const request = { kind: 'examine' as const, sql: 'select 1', limits: LIMITS };
    for (let failure = 0; failure < 3; failure += 1) {
      await expect(own.answer(dead, request, never())).rejects.toMatchObject({ code: 'DATABASE_UNREACHABLE' });
    }
    // a probe may come first on a busy machine
    const refusal = await eventually(async () => {
      const error = (await own.answer(dead, request, never()).catch((thrown: unknown) => thrown)) as { code?: string };
      return error.code === 'TARGET_UNAVAILABLE' && error;
    });
    expect(refusal).toMatchObject({ retryAfterMs: expect.any(Number) });
    expect(await own.answer(reader, request, never())).toMatchObject({ outcome: 'valid' });
  });

  it('never lets a slow or silent workspace delay another', async () => {
    const own = newSampler();
    const silent = await silentServer();
    const { port } = silent.address() as AddressInfo;
    const slow = { ...reader, workspace: 'slow' };
    const mute = { ...reader, workspace: 'mute', url: `postgres://u:p@127.0.0.1:${port}/d` };
    const controller = new AbortController();
    const silence = Array.from({ length: 8 }, () =>
      own.answer(mute, { kind: 'examine', sql: 'select 1', limits: LONG }, controller.signal),
    );
    let slowEnded = 0;
    const slowness = Array.from({ length: 8 }, () =>
      own
        .answer(slow, { kind: 'examine', sql: ENDLESS, limits: LONG }, controller.signal)
        .finally(() => (slowEnded += 1)),
    );
    const ended = Promise.allSettled([...silence, ...slowness]);
    const request = { kind: 'examine' as const, sql: 'select 1', limits: LIMITS };
    await own.answer(reader, request, never());
    for (let round = 0; round < 20; round += 1) await own.answer(reader, request, never());
    expect(slowEnded).toBe(0);
    controller.abort(new Error('enough'));
    await ended;
    silent.close();
  });

  it('does not blame a statement for a table that another session locked', async () => {
    await admin.query('begin');
    await admin.query('lock table orders in access exclusive mode');
    const work = answered(() => examine('select count(*) from orders', { ...LIMITS, statementTimeoutMs: 400 }));
    await expect(work).rejects.toMatchObject({ code: 'TARGET_LOCKED', retryable: true });
    await admin.query('rollback');
  });

  it('survives that its connections are ended by the server', async () => {
    await examine('select 1');
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [role]);
    expect(await examine('select 2')).toMatchObject({ outcome: 'valid', result: { rows: [[2]] } });
  });

  it('opens no more connections than a workspace may have, however many ask', async () => {
    const own = newSampler({ running: 2 });
    const request = {
      kind: 'examine' as const,
      sql: 'select count(*) from orders a, orders b, orders c',
      limits: LIMITS,
    };
    // without other tests' sessions
    const made = `select count(*)::int as n from pg_stat_activity
      where application_name = 'assay' and backend_start > $1::timestamptz`;
    const { rows } = await admin.query<{ since: string }>('select clock_timestamp()::text as since');
    let most = 0;
    let isOver = false;
    const many = Promise.all(
      Array.from({ length: 12 }, () => own.answer({ ...reader, workspace: 'two' }, request, never())),
    ).finally(() => (isOver = true));
    while (!isOver) most = Math.max(most, (await admin.query<{ n: number }>(made, [rows[0]?.since])).rows[0]?.n ?? 0);
    expect((await many).every((examined) => examined.outcome === 'valid')).toBe(true);
    expect(most).toBeLessThanOrEqual(2);
    await own.close();
    await expect(own.answer(reader, request, never())).rejects.toMatchObject({ code: 'TARGET_CLOSED' });
  });
});

function silentServer(): Promise<Server> {
  return new Promise((resolve) => {
    // must read to notice a closed connection
    const server = createServer((socket) => socket.on('error', () => undefined).resume());
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}
