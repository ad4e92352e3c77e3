/** Assay as users start it, with its CPU, memory, commits and rows. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { ENVIRONMENT, NODE_FLAGS } from '../../scripts/memory.mjs';

const main = fileURLToPath(new URL('../../apps/standalone/dist/main.js', import.meta.url));

export const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

/** Resolves after the first question. */
export async function startAssay({ folder, modelUrl, redisUrl, port, models = { BASIC: 'bench' } }) {
  const env = {
    ...process.env,
    ...ENVIRONMENT,
    ASSAY_DATA_DIR: join(folder, 'data'),
    OPENAI_BASE_URL: modelUrl,
    OPENAI_API_KEY: 'bench',
    ...Object.fromEntries(Object.entries(models).map(([level, model]) => [`ASSAY_MODEL_${level}`, model])),
    PORT: String(port),
    LOG_LEVEL: 'error',
    ...(redisUrl ? { REDIS_URL: redisUrl } : {}),
  };
  const child = spawn(process.execPath, [...NODE_FLAGS, main], {
    env,
    stdio: ['ignore', 'ignore', process.env.BENCH_DEBUG ? 'inherit' : 'ignore'],
  });
  const url = `http://127.0.0.1:${port}`;
  for (;;) {
    const ready = await fetch(`${url}/health/ready`).then(
      (response) => response.ok,
      () => false,
    );
    const workspaces = ready ? (await (await fetch(`${url}/v1/workspaces`)).json()).items : [];
    if (workspaces.length > 0) break;
    if (child.exitCode !== null) throw new Error('Assay did not start');
    await sleep(100);
  }
  const postmaster = Number(readFileSync(find(join(folder, 'data'), 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    url,
    pid: child.pid,
    postmaster,
    kill: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGKILL');
      await ended;
    },
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** With an append-only file; null if not installed. */
export async function startRedis(folder) {
  if (!existsSync('/usr/bin/redis-server')) return null;
  const dir = join(folder, 'redis');
  mkdirSync(dir);
  const port = await freePort();
  const flags = [
    '--port',
    port,
    '--bind',
    '127.0.0.1',
    '--dir',
    dir,
    '--appendonly',
    'yes',
    '--appendfsync',
    'everysec',
    '--maxmemory-policy',
    'noeviction',
    '--save',
    '',
  ];
  const child = spawn('/usr/bin/redis-server', flags.map(String), { stdio: 'ignore' });
  await sleep(500);
  return { url: `redis://127.0.0.1:${port}`, pid: child.pid, stop: () => child.kill('SIGTERM') };
}

/** User and system ms; optionally with ended children. */
export function cpuMs(pid, withChildren = false) {
  let stat;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return 0; // ended; its parent counts it
  }
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ticks = fields[11] + fields[12] + (withChildren ? fields[13] + fields[14] : 0);
  return (ticks * 1000) / Number(execFileSync('getconf', ['CLK_TCK']).toString());
}

/** Of a server with ended back ends. */
export function postgresCpuMs(postmaster) {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === postmaster);
  return cpuMs(postmaster, true) + children.reduce((sum, pid) => sum + cpuMs(Number(pid)), 0);
}

/** With descendants. */
export function treeCpuMs(pid) {
  const children = readdirSync('/proc').filter((name) => /^\d+$/.test(name) && parentOf(name) === pid);
  return cpuMs(pid, true) + children.reduce((sum, child) => sum + treeCpuMs(Number(child)), 0);
}

export function residentMb(pid) {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))[1]) / 1024;
}

/** The caller ends it. */
export async function connectToRecord(folder) {
  const lines = readFileSync(find(join(folder, 'data'), 'postmaster.pid'), 'utf8').split('\n');
  const password = readFileSync(find(join(folder, 'data'), 'password'), 'utf8').trim();
  const client = new pg.Client({
    host: '127.0.0.1',
    port: Number(lines[3]),
    user: 'assay',
    password,
    database: 'assay',
  });
  await client.connect();
  return client;
}

/** Commits, rows and WAL bytes so far; WAL is exact, statistics lag. */
export async function databaseCounters(folder, postmaster) {
  const client = await connectToRecord(folder);
  const { rows } = await client.query(`select xact_commit::int as commits, (tup_inserted + tup_updated)::int as rows,
    pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float as wal from pg_stat_database where datname = 'assay'`);
  await client.end();
  return { ...rows[0], postmaster };
}

/** Calls and tokens so far. */
export async function modelCalls(folder) {
  const client = await connectToRecord(folder);
  const { rows } = await client.query(`select count(*)::int as calls,
    coalesce(sum(input_tokens + output_tokens), 0)::int as tokens from assay.steps where kind = 'model'`);
  await client.end();
  return rows[0];
}

function parentOf(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return 0;
  }
}

export function find(folder, name) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (entry.name === name) return join(entry.parentPath, entry.name);
  }
  throw new Error(`${name} is not below ${folder}`);
}
