/**
 * What ten questions a second take, services apart: `npm run bench capacity`. Questions come one after another at a
 * steady pace, the model takes 2 s a call (one in ten takes 10 s). Processor time a question, which other work on the
 * machine hardly changes, is measured, and from it follow cores; connections, commands and calls are counted.
 * `--quick`: a few questions. `--defaults`: the settings that a question has by default, the prober's part included.
 */
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { cpuMs, postgresCpuMs, startRedis, treeCpuMs } from '../questions/servers.mjs';
import { openFleet } from '../scaling/fleet.mjs';

const quick = process.argv.includes('--quick');
const byDefault = process.argv.includes('--defaults');
const QUESTIONS = quick ? 30 : 100;
const PACE_MS = 500;
const LATENCY_MS = 2000;
const PER_SECOND = 10;
/** Work of a queue that one process is for; libs/contracts and scripts/manifests say the same. */
const WORK_PER_PROCESS = 48;
/** All work there is, or what a question does where nothing is set. */
const settings = byDefault
  ? { deadlineSeconds: 3600 }
  : {
      sqlCandidates: 10,
      testBatches: 5,
      stragglers: null,
      deadlineSeconds: 3600,
      effort: 'exhaustive',
      judge: 'text',
      probe: { instances: 0, seconds: 2 },
    };
const EXTRA = { evaluator: 2, generator: 2, coordinator: 2, api: 2 };
const NAMES = ['api', 'coordinator', 'db-sampler', 'generator', 'test-generator', 'test-reducer', 'evaluator'];
const services = [...NAMES, ...(byDefault ? ['prober'] : [])];

const root = mkdtempSync(join(tmpdir(), 'assay-capacity-'));
chmodSync(root, 0o755);
const redis = await startRedis(root);
if (redis === null) throw new Error('This benchmark needs redis-server.');
const model = await startScriptedModelProcess({ script: new URL('../questions/model-script.mjs', import.meta.url) });
const fleet = await openFleet({
  folder: root,
  modelUrl: model.url,
  redis,
  names: services.flatMap((name) => Array(EXTRA[name] ?? 1).fill(name)),
  tapped: true,
});
const record = new pg.Client({ connectionString: fleet.postgresUrl });
await record.connect();
const queues = new Redis(redis.url);
try {
  await Promise.all(Array.from({ length: 4 }, () => ask(settings)));
  // statistics of back ends reach their table within a second
  await sleep(2000);
  const before = await look();
  const asked = [];
  const watch = watchConnections();
  for (let at = 0; at < QUESTIONS; at += 1, await sleep(PACE_MS)) asked.push(ask(settings));
  await Promise.all(asked);
  const connections = watch.end();
  await sleep(2000);
  report(before, await look(), connections);
} finally {
  await record.end();
  queues.disconnect();
  await fleet.close();
  redis.stop();
  await model.close();
  rmSync(root, { recursive: true, force: true });
}

async function look() {
  const { rows } = await record.query(`select xact_commit::int as commits, (tup_inserted + tup_updated)::int as rows,
    (select wal_bytes::float from pg_stat_wal) as wal from pg_stat_database where datname = 'assay'`);
  const calls = await record.query(`select agent, count(*)::int as calls, avg(latency_ms)::float as latency
    from assay.steps where kind = 'model' group by agent order by agent`);
  const commands = /total_commands_processed:(\d+)/.exec(await queues.info('stats'))?.[1];
  const [{ data_directory: folder }] = (await record.query('show data_directory')).rows;
  const postmaster = Number(readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    ...rows[0],
    calls: new Map(calls.rows.map((row) => [row.agent, row])),
    commands: Number(commands),
    postgresMs: postgresCpuMs(postmaster),
    redisMs: cpuMs(redis.pid),
    services: fleet.processes().map(({ name, pid, tap }) => ({
      name,
      cpuMs: name === 'prober' ? treeCpuMs(pid) : cpuMs(pid),
      notifications: tap.notifications(),
    })),
  };
}

/** The most connections that each service had at once, and Postgres and Redis altogether. */
function watchConnections() {
  const most = { postgres: 0, redis: 0 };
  const timer = setInterval(async () => {
    const open = fleet.processes().map(({ tap }) => tap.connections());
    most.postgres = Math.max(
      most.postgres,
      open.reduce((sum, count) => sum + count, 0),
    );
    const clients = /connected_clients:(\d+)/.exec(await queues.info('clients'))?.[1];
    most.redis = Math.max(most.redis, Number(clients));
  }, 250);
  return { end: () => (clearInterval(timer), most) };
}

function report(before, after, connections) {
  const each = (field) => (after[field] - before[field]) / QUESTIONS;
  const cores = (ms) => ((ms * PER_SECOND) / 1000).toFixed(2);
  const what = byDefault ? 'default settings' : 'exhaustive, judged in text, without probes';
  console.log(
    `# Capacity: ${QUESTIONS} questions, ${what}, model ${LATENCY_MS} ms, ${cpus().length} cores, load ${loadavg()[0].toFixed(0)}\n`,
  );
  console.log(
    '| service | processes | CPU ms/question | cores for 10/s | calls/question | processes for 10/s | wake-ups/question and process |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- |');
  for (const name of services) {
    const ours = (look) => look.services.filter((service) => service.name === name);
    const sum = (look, field) => ours(look).reduce((total, service) => total + service[field], 0);
    const ms = (sum(after, 'cpuMs') - sum(before, 'cpuMs')) / QUESTIONS;
    const calls = ((after.calls.get(name)?.calls ?? 0) - (before.calls.get(name)?.calls ?? 0)) / QUESTIONS;
    const inHand = (calls * PER_SECOND * (after.calls.get(name)?.latency ?? 0)) / 1000;
    const processes = Math.max(Math.ceil(inHand / WORK_PER_PROCESS), Math.ceil((ms * PER_SECOND) / 700));
    const count = ours(after).length;
    const woken = (sum(after, 'notifications') - sum(before, 'notifications')) / QUESTIONS / count;
    console.log(
      `| ${name} | ${count} | ${ms.toFixed(1)} | ${cores(ms)} | ${calls.toFixed(1)} | ${processes} | ${woken.toFixed(1)} |`,
    );
  }
  console.log(
    `\nPostgres: ${each('postgresMs').toFixed(1)} ms a question (${cores(each('postgresMs'))} cores for 10/s), ${each('commits').toFixed(0)} commits, ${each('rows').toFixed(0)} rows, ${(each('wal') / 1000).toFixed(0)} kB of WAL; ${connections.postgres} connections at most`,
  );
  console.log(
    `Redis: ${each('redisMs').toFixed(1)} ms a question (${cores(each('redisMs'))} cores for 10/s), ${each('commands').toFixed(0)} commands; ${connections.redis} connections at most`,
  );
}

async function ask(settings) {
  const question = `How many books has each category? (${Math.random()}) latency=${LATENCY_MS} slow=10`;
  const { id } = await fleet.client.questions.ask({ workspace: 'bookshop', question, settings });
  let last;
  for await (const event of fleet.client.questions.events(id)) last = event;
  if (last?.status !== 'GOLD') throw new Error(`not decided as scripted: ${JSON.stringify(last)}`);
}
