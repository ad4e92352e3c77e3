import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import {
  describeUnless,
  eventually,
  findInstalledPostgres,
  startInstalledPostgres,
  type InstalledPostgres,
} from '@assay/testing';
import pg from 'pg';
import { serverOf } from '../sampler/index.js';
import { CutSessionBench, examine, LIMITS, rows, type SamplerProcess } from './testing/cut-session-bench.js';

/** Ends only after `seconds`; ignores timeouts and cancel requests. */
const STUCK = `create function stuck(seconds integer) returns integer volatile language plpgsql as $$
  declare until timestamptz := clock_timestamp() + seconds * interval '1 second';
  begin
    while clock_timestamp() < until loop
      begin
        perform pg_sleep(seconds);
      exception when query_canceled then null;
      end;
    end loop;
    return 1;
  end $$`;
/** Quadratic search that never checks for interrupts. */
const ATTACK = 'SELECT strpos(long, needle) AS n FROM texts LIMIT 1';
const UNENDED = { outcome: 'failed', error: { category: 'EXECUTION_ERROR', code: 'TARGET_NO_ANSWER' } };
const UNRESTRICTED = 'anybody';
/** Statements of a workspace at once. */
const RUNNING = 4;

const programs = findInstalledPostgres([]);
const lack = programs === null && 'PostgreSQL is not installed';

describeUnless(lack, 'a statement that no timeout ends, on PostgreSQL', () => {
  let target: InstalledPostgres;
  let admin: pg.Client;
  let bench: CutSessionBench;

  beforeAll(async () => {
    target = await startInstalledPostgres(programs ?? '');
    admin = new pg.Client({ connectionString: target.url });
    admin.on('error', () => undefined);
    await admin.connect();
    for (const statement of [
      STUCK,
      "create table texts as select repeat('a', 8000000) as long, 'b' || repeat('a', 1000000) as needle",
      'create table wide as select repeat(md5(n::text), 20000) as text from generate_series(1, 20) as n',
      "create role reader login password 'reads'",
      'grant select on texts, wide to reader',
    ]) {
      await admin.query(statement);
    }
    const url = target.url.replace('tester:x', 'reader:reads');
    bench = await CutSessionBench.start({ dialect: 'postgres', url, guard: { allowFunctions: ['stuck'] } });
  });

  afterAll(async () => {
    await bench?.stop();
    await admin?.end().catch(() => undefined);
    await target?.stop();
  });

  const running = async (text: string): Promise<number> => {
    const found = await admin.query(
      "select from pg_stat_activity where usename = 'reader' and state = 'active' and query like $1",
      [`%${text}%`],
    );
    return found.rowCount ?? 0;
  };

  /** Ends leftovers of the functions as an operator would, and waits for their release. */
  const endAll = async (): Promise<void> => {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where usename = 'reader' and query like '%stuck(%'",
    );
    await eventually(async () => (await running('stuck(')) === 0);
  };

  it('is reported by its session, which counts until the server has ended it', async () => {
    const one = bench.process();
    const other = bench.process();
    const key = newId();
    const question = await bench.question(key);
    expect(await one.ask(question, examine('select stuck(600)'))).toMatchObject(UNENDED);
    expect(await running('stuck(')).toBe(1);
    await eventually(() => other.released.count === 1);
    expect(await bench.open()).toBe(1);
    await endAll();
    await eventually(() => one.released.count === 0 && other.released.count === 0);
    expect(await other.ask(question, examine('SELECT  stuck( 600 )'))).toMatchObject(UNENDED);
    expect(await running('stuck(')).toBe(0);
    expect(await other.ask(await bench.question(key), examine('select 1'))).toMatchObject({ outcome: 'valid' });
  });

  it('refuses first who asked for it, then the workspace, and never opens the circuit', async () => {
    const one = bench.process();
    const two = bench.process();
    const [attacker, second, third] = [newId(), newId(), newId()];
    const ask = async (process: SamplerProcess, key: string, sql: string): Promise<unknown> =>
      process.ask(await bench.question(key), examine(sql));
    expect(await ask(one, attacker, 'select stuck(601)')).toMatchObject(UNENDED);
    expect(await ask(two, attacker, 'select stuck(602)')).toMatchObject(UNENDED);
    await expect(ask(one, attacker, 'select 1')).rejects.toMatchObject({
      code: 'TARGET_BUSY',
      retryable: true,
      retryAfterMs: 5000,
    });
    expect(await ask(one, second, 'select 1')).toMatchObject({ outcome: 'valid' });
    expect(await ask(two, third, 'select 1')).toMatchObject({ outcome: 'valid' });
    expect(await ask(one, second, 'select stuck(603)')).toMatchObject(UNENDED);
    expect(await ask(two, third, 'select stuck(604)')).toMatchObject(UNENDED);
    for (const process of [one, two]) {
      await expect(ask(process, second, 'select 1')).rejects.toMatchObject({ code: 'TARGET_BUSY' });
      await expect(ask(process, newId(), 'select 1')).rejects.toMatchObject({ code: 'TARGET_BUSY' });
      expect(process.sampler.leftAlone).toEqual([]);
      expect(await process.ask(null, { kind: 'check' })).toMatchObject({ reachable: true });
    }
    expect(await running('stuck(')).toBe(4);
    await endAll();
    await eventually(async () => (await bench.open()) === 0);
    expect(await ask(two, attacker, 'select 1')).toMatchObject({ outcome: 'valid' });
  });

  it('has no more sessions of a question in a process than run at once, and one', async () => {
    const { ask } = bench.process();
    const question = await bench.question(newId());
    const together = Array.from({ length: 10 }, (_, number) => `select stuck(${700 + number})`);
    const outcomes = await Promise.allSettled(together.map((sql) => ask(question, examine(sql))));
    const ran = outcomes.filter(({ status }) => status === 'fulfilled');
    expect(ran).toMatchObject(ran.map(() => ({ value: UNENDED })));
    for (const outcome of outcomes) {
      if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'TARGET_BUSY' });
    }
    expect(await running('stuck(')).toBe(ran.length);
    expect(ran.length).toBeLessThanOrEqual(RUNNING + 1);
    await endAll();
    await eventually(async () => (await bench.open()) === 0);
  });

  it.each(['localhost.', 'LOCALHOST', '127.0.0.1', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]'])(
    'counts a server once, also as %s',
    (host) => {
      const of = (url: string): string | null => serverOf({ ...bench.connection, url });
      expect(of(`postgres://reader:reads@${host}:5432/other`)).toBe(of('postgres://a:b@localhost/shop'));
      expect(of('postgres://reader:reads@192.0.2.1:5432/shop')).not.toBe(of('postgres://a:b@localhost/shop'));
    },
  );

  it('fails a request at once, and a task after some retries', async () => {
    const { ask } = bench.process({ asker: 0, workspace: 4 });
    const question = await bench.question(newId());
    const busy = { code: 'TARGET_BUSY', retryable: false };
    await expect(ask(question, rows('select 1'), { ofTask: false })).rejects.toMatchObject(busy);
    await expect(ask(question, rows('select 1'), { attempts: 3 })).rejects.toMatchObject(busy);
  });

  it('counts for the question where its caller has no key', async () => {
    const { ask } = bench.process({ asker: 1, workspace: 4 });
    const question = await bench.question(UNRESTRICTED);
    expect(await ask(question, examine('select stuck(605)'))).toMatchObject(UNENDED);
    await expect(ask(question, examine('select 1'))).rejects.toMatchObject({ code: 'TARGET_BUSY' });
    expect(await ask(await bench.question(UNRESTRICTED), examine('select 1'))).toMatchObject({ outcome: 'valid' });
    await endAll();
    await eventually(async () => (await bench.open()) === 0);
  });

  it('counts a session that a caller left busy, and none that ended with its caller or its answer', async () => {
    const { ask } = bench.process();
    const question = await bench.question(newId());
    const leave = async (sql: string, seen: string): Promise<void> => {
      const controller = new AbortController();
      const limits = { ...LIMITS, statementTimeoutMs: 600_000 };
      const asked = ask(question, { kind: 'examine', sql, limits }, { signal: controller.signal });
      const left = expect(asked).rejects.toThrow('left');
      await eventually(async () => (await running(seen)) === 1);
      controller.abort(new Error('left'));
      await left;
    };
    await leave('select count(*) from wide a, wide b, wide c, wide d, wide e, wide f, wide g', 'wide g');
    const wide = { kind: 'rows', sql: 'select text from wide', limits: LIMITS, offset: 0, limit: 20 } as const;
    expect(await ask(question, wide)).toMatchObject({ result: { truncated: true } });
    expect(await bench.open()).toBe(0);
    await leave('select stuck(606)', 'stuck(606');
    // The caller does not wait for the count.
    const cut = 'select 1 from assay.cut_sessions where run_id = $1';
    await eventually(async () => (await bench.run(cut, question)).length === 1);
    await endAll();
    await eventually(async () => (await bench.open()) === 0);
  });

  it('releases a session whose process id is that of another one by now', async () => {
    const { released } = bench.process();
    const {
      rows: [own],
    } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid');
    const session = { id: own?.pid, startedAt: '2020-01-01 00:00:00.000000', overdue: true };
    await bench.run(
      `insert into assay.cut_sessions (id, workspace_id, server, session, checked_at)
       values ($1, $2, $3, $4, now() - interval '1 minute')`,
      newId(),
      bench.connection.workspace,
      serverOf(bench.connection),
      JSON.stringify(session),
    );
    await eventually(async () => (await bench.open()) === 0);
    await eventually(() => released.count === 0);
  });

  it('runs once in a question, whatever asks for it and however it is spelt', async () => {
    const one = bench.process();
    const two = bench.process();
    const question = await bench.question(newId());
    const spelt = [ATTACK, ATTACK.toLowerCase(), `${ATTACK};`, ATTACK.replaceAll(' ', '\n')];
    // concurrent candidates, then retries, other levels, tools and users
    const first = await Promise.all(spelt.slice(0, 2).map((sql) => one.ask(question, examine(sql))));
    expect(first).toMatchObject([UNENDED, UNENDED]);
    for (const process of [one, two]) {
      for (const sql of spelt) {
        for (const attempts of [1, 2, 7]) {
          expect(await process.ask(question, examine(sql), { attempts })).toMatchObject(UNENDED);
        }
        expect(await process.ask(question, rows(sql))).toMatchObject({ error: UNENDED.error });
        expect(await process.ask(question, rows(sql), { ofTask: false })).toMatchObject({ error: UNENDED.error });
      }
    }
    expect(await running('strpos')).toBe(1);
  });

  it('is forgotten with its workspace', async () => {
    expect(await bench.run('select 1 from assay.cut_sessions')).not.toEqual([]);
    await bench.run('delete from assay.workspaces where id = $1', bench.connection.workspace);
    expect(await bench.run('select 1 from assay.cut_sessions')).toEqual([]);
  });
});
