/**
 * Overhead of a question: `npm run bench` (about 10 minutes), or `npm run bench questions -- --quick`. 10 candidates, 5
 * + 5 test batches, case A: 31 calls in four stages. Compares with the floor of the same run; prints Markdown.
 */
import { AssayClient } from '../../libs/client/dist/index.js';
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { cpus } from 'node:os';
import { mkdtempSync, rmSync, chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ALL_WORK, DEFAULTS } from './asked-settings.mjs';
import { askFloor } from './floor.mjs';
import {
  cpuMs,
  databaseCounters,
  freePort,
  modelCalls,
  postgresCpuMs,
  residentMb,
  startAssay,
  startRedis,
  treeCpuMs,
} from './servers.mjs';

const quick = process.argv.includes('--quick');
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7);
const rounds = quick ? 3 : 9;
const STAGES = 4;
const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];
const spread = (values) =>
  `${median(values).toFixed(1)} (${Math.min(...values).toFixed(1)}–${Math.max(...values).toFixed(1)})`;
const percentile = (values, share) =>
  values.toSorted((left, right) => left - right)[Math.min(values.length - 1, Math.floor(values.length * share))];

const root = mkdtempSync(join(tmpdir(), 'assay-bench-'));
chmodSync(root, 0o755);
const model = await startScriptedModelProcess({ script: new URL('./model-script.mjs', import.meta.url) });
const redis = await startRedis(root);
const variants = { floor: null };
if (redis && only !== 'postgres') variants.redis = await openVariant('redis', redis);
if (only !== 'redis') variants.postgres = await openVariant('postgres', null);

console.log(
  `# Questions\n\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0].model.trim()}), Node ${process.version}.\n`,
);
try {
  await overheadTable();
  await burstTable();
  await throughputTable();
  await defaultsTable();
  await slowTable();
  await crashTable();
} finally {
  for (const variant of Object.values(variants)) await variant?.assay.stop();
  redis?.stop();
  await model.close();
  rmSync(root, { recursive: true, force: true });
}

async function openVariant(name, queue) {
  const folder = join(root, name);
  const port = await freePort();
  const open = async () => {
    const assay = await startAssay({ folder, modelUrl: model.url, redisUrl: queue?.url, port });
    return assay;
  };
  const variant = { name, folder, queue, open, assay: await open() };
  variant.client = new AssayClient({ url: variant.assay.url });
  for (let warm = 0; warm < 15; warm += 1) await ask(variant, 0);
  return variant;
}

/** Ms from the request to the last event. */
async function ask(variant, latency, slow = 0, given = ALL_WORK) {
  const text = `How many books has each category? (${Math.random()}) latency=${latency} slow=${slow}`;
  const startedAt = performance.now();
  if (variant === null) await askFloor(model.url, text);
  else {
    const asked = await variant.client.questions.ask({ workspace: 'bookshop', question: text, settings: given });
    await follow(variant, asked.id, given === ALL_WORK ? 'A' : null);
  }
  return performance.now() - startedAt;
}

/** Must end in an answer, with the given case if any. */
async function follow(variant, id, wanted = 'A') {
  let last;
  for await (const event of variant.client.questions.events(id)) last = event;
  if (!['GOLD', 'SILVER'].includes(last?.status) || (wanted !== null && last.case !== wanted)) {
    throw new Error(`not decided as scripted: ${JSON.stringify(last)}`);
  }
}

async function overheadTable() {
  console.log(
    `## One question: overhead in ms over ${STAGES} × latency, median (min–max) of ${rounds}\n\n| variant | 0 ms | 200 ms | 1000 ms |\n| --- | --- | --- | --- |`,
  );
  const cells = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
  for (const latency of quick ? [0, 200] : [0, 200, 1000]) {
    const walls = Object.fromEntries(Object.keys(variants).map((name) => [name, []]));
    for (let round = 0; round < rounds; round += 1) {
      for (const [name, variant] of Object.entries(variants))
        walls[name].push((await ask(variant, latency)) - STAGES * latency);
    }
    for (const name of Object.keys(variants)) cells[name].push(spread(walls[name]));
  }
  for (const [name, values] of Object.entries(cells)) console.log(`| ${name} | ${values.join(' | ')} |`);
  console.log();
}

async function load(variant, total, inFlight, latency, slow = 0) {
  const times = [];
  let next = 0;
  const worker = async () => {
    while (next < total) {
      next += 1;
      times.push(await ask(variant, latency, slow));
    }
  };
  const before = await costs(variant);
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  const wallMs = performance.now() - startedAt;
  const after = await costs(variant);
  const per = (key) => (after[key] - before[key]) / total;
  return {
    wallMs,
    times,
    ours: per('ours'),
    postgres: per('postgres'),
    redis: per('redis'),
    commits: per('commits'),
    rows: per('rows'),
    walKb: per('wal') / 1024,
    resident: after.resident,
  };
}

async function costs(variant) {
  if (variant === null)
    return {
      ours: process.cpuUsage().user / 1000 + process.cpuUsage().system / 1000,
      postgres: 0,
      redis: 0,
      commits: 0,
      rows: 0,
      wal: 0,
      resident: 0,
    };
  const { assay, queue, folder } = variant;
  const counters = await databaseCounters(folder, assay.postmaster);
  return {
    ...counters,
    ours: cpuMs(assay.pid),
    postgres: postgresCpuMs(assay.postmaster),
    redis: queue ? cpuMs(queue.pid) : 0,
    resident: residentMb(assay.pid),
  };
}

async function burstTable() {
  console.log(
    '## 50 questions at once, latency 200 ms\n\n| variant | wall ms | p95 ms | questions/s |\n| --- | --- | --- | --- |',
  );
  for (const [name, variant] of Object.entries(variants)) {
    const { wallMs, times } = await load(variant, 50, 50, 200);
    console.log(
      `| ${name} | ${wallMs.toFixed(0)} | ${percentile(times, 0.95).toFixed(0)} | ${(50_000 / wallMs).toFixed(1)} |`,
    );
  }
  console.log();
}

async function throughputTable() {
  const total = quick ? 60 : 200;
  console.log(
    `## ${total} questions, 20 in flight, latency 0\n\n| variant | questions/s | p95 ms | our CPU ms | Postgres CPU ms | Redis CPU ms | commits | rows | WAL kB | resident MB |\n| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |`,
  );
  for (const [name, variant] of Object.entries(variants)) {
    const result = await load(variant, total, 20, 0);
    const figures = [
      (total * 1000) / result.wallMs,
      percentile(result.times, 0.95),
      result.ours,
      result.postgres,
      result.redis,
      result.commits,
      result.rows,
      result.walKb,
      result.resident,
    ];
    console.log(`| ${name} | ${figures.map((figure) => figure.toFixed(1)).join(' | ')} |`);
  }
  console.log(
    '\n(per question where not said otherwise; Postgres holds the record, and the queues where there is no Redis)\n',
  );
}

/** With the defaults, all processes counted. */
async function defaultsTable() {
  const total = quick ? 12 : 40;
  console.log(
    `## ${total} questions with default settings (effort balanced, probing on), 4 in flight, latency 200 ms\n\n| variant | model calls | tokens | CPU ms of all processes | seconds, median |\n| --- | --- | --- | --- | --- |`,
  );
  for (const [name, variant] of Object.entries(variants)) {
    if (variant === null) continue;
    const spent = async () => ({
      ...(await modelCalls(variant.folder)),
      cpu: treeCpuMs(variant.assay.pid) + (variant.queue ? cpuMs(variant.queue.pid) : 0),
    });
    await ask(variant, 0, 0, DEFAULTS);
    const times = [];
    let next = 0;
    const before = await spent();
    const worker = async () => {
      while (next++ < total) times.push(await ask(variant, 200, 0, DEFAULTS));
    };
    await Promise.all(Array.from({ length: 4 }, worker));
    const after = await spent();
    const per = (key) => ((after[key] - before[key]) / total).toFixed(1);
    console.log(
      `| ${name} | ${per('calls')} | ${per('tokens')} | ${per('cpu')} | ${(median(times) / 1000).toFixed(2)} |`,
    );
  }
  console.log();
}

async function slowTable() {
  const total = quick ? 20 : 60;
  console.log(
    `## One call in ten five times as slow (latency 200 ms), ${total} questions, 4 in flight\n\n| variant | median ms | p95 ms |\n| --- | --- | --- |`,
  );
  for (const [name, variant] of Object.entries(variants)) {
    const { times } = await load(variant, total, 4, 200, 10);
    console.log(`| ${name} | ${median(times).toFixed(0)} | ${percentile(times, 0.95).toFixed(0)} |`);
  }
  console.log();
}

async function crashTable() {
  console.log(
    '## kill -9 in mid-flight and restart on the same data (latency 1000 ms)\n\n| variant | seconds from kill to answer | of which the model |\n| --- | --- | --- |',
  );
  for (const [name, variant] of Object.entries(variants)) {
    if (variant === null) continue;
    const text = `How many books has each category? (${Math.random()}) latency=1000 slow=0`;
    const { id } = await variant.client.questions.ask({ workspace: 'bookshop', question: text, settings: ALL_WORK });
    await sleep(1500);
    await variant.assay.kill();
    const killedAt = performance.now();
    variant.assay = await variant.open();
    await follow(variant, id);
    console.log(`| ${name} | ${((performance.now() - killedAt) / 1000).toFixed(1)} | 3 |`);
  }
  console.log();
}
