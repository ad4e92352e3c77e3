import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { isServerOf, readPostmaster } from './postmaster.js';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres.js';

const isRoot = process.getuid?.() === 0;
const onLinux = process.platform === 'linux';
const root = mkdtempSync(join(tmpdir(), 'assay-embedded-'));
chmodSync(root, 0o755);
const dataDir = join(root, 'postgres');
const pgdata = join(dataDir, 'cluster', 'pgdata');

async function holdInChild(orphanSeconds = 0): Promise<{ child: ChildProcess; url: string; adopted: boolean }> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(new URL('../../dist/embedded-postgres/index.js', import.meta.url).href)};
    const { url, adopted } = await startEmbeddedPostgres(${JSON.stringify({ dataDir, orphanSeconds })});
    process.send({ url, adopted });
    setInterval(() => undefined, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const started = await new Promise<{ url: string; adopted: boolean }>((resolve, reject) => {
    child.once('message', (message) => resolve(message as { url: string; adopted: boolean }));
    child.once('exit', (code) => reject(new Error(`the holder ended with code ${code}`)));
  });
  return { child, ...started };
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 150_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('waited too long');
    await delay(10);
  }
}

async function postmasterPid(): Promise<number> {
  const postmaster = await readPostmaster(pgdata);
  if (postmaster === null) throw new Error('no server');
  return postmaster.pid;
}

function watchdogsOf(pid: number): string[] {
  return readdirSync('/proc').filter((entry) => {
    try {
      const words = readFileSync(`/proc/${entry}/cmdline`, 'utf8').split('\0');
      return words[words.indexOf('assay-watchdog') + 1] === String(pid) && words.includes('assay-watchdog');
    } catch {
      return false;
    }
  });
}

function isSleepOf(watchdog: string, pid: string): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return parent === watchdog && stat.includes('(sleep)');
  } catch {
    return false;
  }
}

async function endDeadline(watchdog: string): Promise<void> {
  let sleep: string | undefined;
  await until(() => {
    sleep = readdirSync('/proc').find((entry) => isSleepOf(watchdog, entry));
    return sleep !== undefined;
  });
  process.kill(Number(sleep), 'SIGKILL');
}

afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('startEmbeddedPostgres', () => {
  const held: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];

  async function start(): Promise<EmbeddedPostgres> {
    const server = await startEmbeddedPostgres({ dataDir });
    held.push(server);
    return server;
  }
  async function startChild(): ReturnType<typeof holdInChild> {
    const holder = await holdInChild();
    children.push(holder.child);
    return holder;
  }

  afterEach(async () => {
    // a process that is not reaped counts as a user of the server
    for (const child of children.splice(0).filter(({ exitCode, signalCode }) => (exitCode ?? signalCode) === null)) {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    }
    for (const server of held.splice(0)) await server.stop();
    await until(() => !existsSync(join(pgdata, 'postmaster.pid')));
  });

  it('starts a durable server on loopback alone, its password closed to others', async () => {
    const server = await start();
    const settings = await query<{ name: string; setting: string }>(
      server.url,
      `select name, setting from pg_settings where name in
       ('fsync', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories', 'max_connections', 'jit')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      synchronous_commit: 'on',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      max_connections: '300',
      jit: 'off',
    });
    expect(server.adopted).toBe(false);
    expect(statSync(join(dataDir, 'cluster', 'password')).mode & 0o777).toBe(0o600);
    const wrong = new URL(server.url);
    wrong.password = 'wrong';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('keeps its data from one start to the next', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start();
    expect(await query(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    expect(second.adopted).toBe(false);
  });

  it('adopts a running server, which ends with its last user and not before', async () => {
    const owner = await startChild();
    const adopter = await start();
    expect([owner.adopted, adopter.adopted, adopter.url === owner.url]).toEqual([false, true, true]);
    await adopter.stop();
    await delay(50);
    expect(await query(owner.url, 'select 1 as up')).toEqual([{ up: 1 }]);
  });

  it('does not end for a holder that names no process, as one of an earlier release', async () => {
    const server = await start();
    const holder = new pg.Client({ connectionString: server.url.replace(/[^/]*$/, 'postgres') });
    await holder.connect();
    await holder.query('select pg_advisory_lock_shared($1)', [0x61_73_73_61_79]);
    await server.stop();
    expect((await holder.query('select 1 as up')).rows).toEqual([{ up: 1 }]);
    await holder.end();
    await (await start()).stop();
  });

  it('makes one cluster and one server when several processes start at once', async () => {
    rmSync(dataDir, { recursive: true, force: true });
    const [one, two, three] = await Promise.all([start(), start(), startChild()]);
    expect(new Set([one.url, two.url, three.url]).size).toBe(1);
    expect([one.adopted, two.adopted, three.adopted].filter((adopted) => !adopted)).toHaveLength(1);
    expect(readdirSync(dataDir)).toEqual(['cluster']);
  });

  it('removes the half-made cluster of a process that was killed', async () => {
    const abandoned = join(dataDir, 'cluster.init-999999999-abcd');
    mkdirSync(abandoned);
    await start();
    expect(existsSync(abandoned)).toBe(false);
  });

  it('says in the words of the server why it does not start', async () => {
    const broken = join(root, 'broken');
    mkdirSync(broken, { mode: 0o755 });
    const server = await startEmbeddedPostgres({ dataDir: broken });
    await server.stop();
    writeFileSync(join(broken, 'cluster', 'pgdata', 'PG_VERSION'), '9.6\n');
    await expect(startEmbeddedPostgres({ dataDir: broken })).rejects.toMatchObject({
      code: 'EMBEDDED_POSTGRES_START',
      message: expect.stringContaining('incompatible'),
    });
  });
});

(onLinux ? describe : describe.skip)('startEmbeddedPostgres after a kill -9 (found out through /proc)', () => {
  afterEach(() => until(() => !existsSync(join(pgdata, 'postmaster.pid'))));

  it('of its holder: the server ends by itself, and what was committed is there', async () => {
    const { child, url } = await holdInChild();
    await query(url, 'create table survivor as select 1 as row');
    const pid = await postmasterPid();
    child.kill('SIGKILL');
    await until(async () => !(await isServerOf(pid, pgdata)));
    const server = await startEmbeddedPostgres({ dataDir });
    expect(server.adopted).toBe(false);
    expect(await query(server.url, 'select row from survivor')).toEqual([{ row: 1 }]);
    await server.stop();
  });

  it('of its holder: the server waits for a while, is adopted and can be stopped', async () => {
    const { child, url } = await holdInChild(60);
    const pid = await postmasterPid();
    const [watchdog = ''] = watchdogsOf(pid);
    child.kill('SIGKILL');
    const server = await startEmbeddedPostgres({ dataDir });
    expect([server.adopted, server.url]).toEqual([true, url]);
    await endDeadline(watchdog);
    await until(() => !watchdogsOf(pid).includes(watchdog));
    expect(await query(server.url, 'select 1 as up')).toEqual([{ up: 1 }]);
    await server.stop();
    expect(await isServerOf(pid, pgdata)).toBe(false);
  });

  it('of one holder: the last other one stops the server, though the session of the first is not over', async () => {
    const { child, url } = await holdInChild(60);
    const server = await startEmbeddedPostgres({ dataDir });
    const pid = await postmasterPid();
    const named = `select pid from pg_stat_activity where application_name = 'assay-holder ${child.pid}'`;
    const [session] = await query<{ pid: number }>(url, named);
    process.kill(Number(session?.pid), 'SIGSTOP');
    child.kill('SIGKILL');
    await until(() => child.signalCode !== null);
    const stopped = server.stop();
    await delay(100);
    process.kill(Number(session?.pid), 'SIGCONT');
    await stopped;
    expect(await isServerOf(pid, pgdata)).toBe(false);
  });

  it('of the server: its holder starts it again where it was', async () => {
    const notices: string[] = [];
    const server = await startEmbeddedPostgres({ dataDir, onNotice: (notice) => notices.push(notice) });
    await query(server.url, 'create table committed as select 1 as row');
    process.kill(await postmasterPid(), 'SIGKILL');
    await until(() => notices.length > 0);
    expect(await query(server.url, 'select row from committed')).toEqual([{ row: 1 }]);
    expect(notices).toEqual([expect.stringContaining('restarted')]);
    await server.stop();
  });

  it('of holder and server, one of whose back ends works on and keeps the shared memory', async () => {
    const { child, url } = await holdInChild(60);
    const endless = 'select count(*) from generate_series(1, 100000000000)';
    const busy = query(url, endless).catch(() => []);
    const workers = `select 1 from pg_stat_activity where query = '${endless}'`;
    await until(async () => (await query(url, workers)).length > 0);
    const pid = await postmasterPid();
    child.kill('SIGKILL');
    process.kill(pid, 'SIGKILL');
    const server = await startEmbeddedPostgres({ dataDir });
    expect(server.adopted).toBe(false);
    expect(await query(server.url, workers)).toEqual([]);
    await busy;
    await server.stop();
  });

  it('of everything, when the process id in the lock file belongs to another process now', async () => {
    const { child } = await holdInChild();
    const pid = await postmasterPid();
    const lock = readFileSync(join(pgdata, 'postmaster.pid'), 'utf8');
    child.kill('SIGKILL');
    await until(async () => !(await isServerOf(pid, pgdata)));
    const { uid, gid } = statSync(pgdata);
    const unrelated = spawn('sleep', ['600'], isRoot ? { uid, gid } : {});
    const reused = lock.replace(String(pid), String(unrelated.pid));
    writeFileSync(join(pgdata, 'postmaster.pid'), reused);
    const server = await startEmbeddedPostgres({ dataDir });
    expect(await query(server.url, 'select 1 as up')).toEqual([{ up: 1 }]);
    expect(unrelated.exitCode ?? unrelated.signalCode).toBeNull();
    await server.stop();
    unrelated.kill();
  });
});

(isRoot ? describe : describe.skip)('startEmbeddedPostgres as root (only root can drop to another user)', () => {
  it('runs as another user', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    const pid = await postmasterPid();
    expect(statSync(`/proc/${pid}`).uid).not.toBe(0);
    await server.stop();
  });

  it('puts the cluster elsewhere where that user cannot enter, says so, finds it again, and forgets it with its folder', async () => {
    const closed = mkdtempSync(join(tmpdir(), 'assay-closed-'));
    const notices: string[] = [];
    const options = { dataDir: join(closed, 'postgres'), onNotice: (notice: string) => notices.push(notice) };
    const first = await startEmbeddedPostgres(options);
    await query(first.url, 'create table elsewhere ()');
    await first.stop();
    const second = await startEmbeddedPostgres(options);
    expect(await query(second.url, `select tablename from pg_tables where tablename = 'elsewhere'`)).toHaveLength(1);
    await second.stop();
    const { cluster } = JSON.parse(readFileSync(join(closed, 'postgres', 'location.json'), 'utf8')) as {
      cluster: string;
    };
    expect(notices.filter((notice) => notice.includes(cluster))).toHaveLength(1);
    rmSync(closed, { recursive: true });
    const other = mkdtempSync(join(tmpdir(), 'assay-closed-'));
    const next = await startEmbeddedPostgres({ ...options, dataDir: join(other, 'postgres') });
    await next.stop();
    rmSync(other, { recursive: true });
    expect(existsSync(cluster)).toBe(false);
  });
});
