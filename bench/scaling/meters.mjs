/** Resources of services, Postgres and Redis. */
import { readFileSync, readdirSync, readlinkSync } from 'node:fs';
import { Redis } from 'ioredis';
import pg from 'pg';
import { cpuMs, postgresCpuMs, residentMb, treeCpuMs } from '../questions/servers.mjs';

const ESTABLISHED = '01';

/** The caller closes them. */
export async function openMeters(fleet, redis) {
  const record = new pg.Client({ connectionString: fleet.postgres.url });
  await record.connect();
  const broker = redis === null ? null : new Redis(redis.url);
  return {
    /** Counters: CPU ms by name, commits, WAL bytes, Redis commands. */
    spent: async () => ({
      wallMs: performance.now(),
      ...Object.fromEntries(fleet.services().map(({ name, pid }) => [name, treeCpuMs(pid)])),
      postgres: postgresCpuMs(fleet.postgres.pid),
      ...(await databaseCounters(record)),
      redis: redis === null ? 0 : cpuMs(redis.pid),
      commands: broker === null ? 0 : Number(/total_commands_processed:(\d+)/.exec(await broker.info('stats'))[1]),
    }),
    /** Per service: resident MB and connections. */
    held: () =>
      fleet.services().map(({ name, pid }) => ({
        name,
        megabytes: residentMb(pid),
        postgres: connections(pid, fleet.postgres.port),
        redis: redis === null ? 0 : connections(pid, Number(new URL(redis.url).port)),
      })),
    tasksSince: (moment) => tasksSince(record, moment),
    now: async () => (await record.query('select now()')).rows[0].now,
    close: async () => {
      await record.end();
      broker?.disconnect();
    },
  };
}

async function databaseCounters(record) {
  const { rows } = await record.query(`select xact_commit::int as commits,
    (select wal_bytes::float from pg_stat_wal) as wal from pg_stat_database where datname = current_database()`);
  return rows[0];
}

/** By queue: ended tasks and mean seconds per task. */
async function tasksSince(record, moment) {
  const { rows } = await record.query(
    `select queue, count(*)::int as count, avg(extract(epoch from finished_at - claimed_at))::float as seconds
     from assay.tasks where created_at >= $1 and finished_at is not null and claimed_at is not null group by queue`,
    [moment],
  );
  return new Map(rows.map(({ queue, count, seconds }) => [queue, { count, seconds }]));
}

function connections(pid, port) {
  const links = readdirSync(`/proc/${pid}/fd`).map((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
  const own = new Set(links.map((link) => /^socket:\[(\d+)\]$/.exec(link)?.[1]));
  const rows = ['tcp', 'tcp6'].flatMap((kind) => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1));
  return rows.filter((row) => {
    const [, , remote, state, , , , , , inode] = row.trim().split(/\s+/);
    return state === ESTABLISHED && parseInt(remote.split(':')[1], 16) === port && own.has(inode);
  }).length;
}

function linkOf(path) {
  try {
    return readlinkSync(path);
  } catch {
    return ''; // closed meanwhile
  }
}
