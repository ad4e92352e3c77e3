/**
 * `npm run bench scaling`: throughput by evaluators, then the cost per service (`-- --only=throughput`, `--
 * --only=capacity`, `--postgres`, `--defaults`, `--quick`).
 */
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { ALL_WORK, DEFAULTS } from '../questions/asked-settings.mjs';
import { startRedis } from '../questions/servers.mjs';
import { capacityTable } from './capacity.mjs';
import { openFleet } from './fleet.mjs';
import { throughputTable } from './throughput.mjs';

const given = (word) => process.argv.includes(word);
const only = process.argv.find((word) => word.startsWith('--only='))?.slice(7);
const THROUGHPUT = { title: 'throughput', concurrency: 10, table: throughputTable, settings: ALL_WORK };
const CAPACITY = {
  title: 'capacity',
  concurrency: 64,
  table: capacityTable,
  settings: given('--defaults') ? DEFAULTS : ALL_WORK,
  onPostgres: given('--postgres'),
};

const root = mkdtempSync(join(tmpdir(), 'assay-scaling-'));
chmodSync(root, 0o755);
const redis = await startRedis(root);
if (redis === null) throw new Error('This benchmark needs redis-server.');
const model = await startScriptedModelProcess({ script: new URL('../questions/model-script.mjs', import.meta.url) });
console.log(
  `# Scaling\n\n${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0].model.trim()}).\n`,
);
try {
  for (const part of [THROUGHPUT, CAPACITY]) if (only === undefined || only === part.title) await measure(part);
} finally {
  redis.stop();
  await model.close();
  rmSync(root, { recursive: true, force: true });
}

async function measure({ title, concurrency, table, settings, onPostgres = false }) {
  const queues = onPostgres ? null : redis;
  const folder = join(root, title);
  const fleet = await openFleet({ folder, modelUrl: model.url, redis: queues, evaluatorConcurrency: concurrency });
  const ask = (latencyMs) => askOne(fleet.client, settings, latencyMs);
  try {
    await table({
      fleet,
      ask,
      redis: queues,
      concurrency,
      candidates: ALL_WORK.sqlCandidates,
      quick: given('--quick'),
    });
  } finally {
    await fleet.close();
  }
}

/** Must end in gold. */
async function askOne(client, settings, latencyMs) {
  const question = `How many books has each category? (${Math.random()}) latency=${latencyMs} slow=0`;
  const { id } = await client.questions.ask({ workspace: 'bookshop', question, settings });
  let last;
  for await (const event of client.questions.events(id)) last = event;
  if (last?.status !== 'GOLD') throw new Error(`not decided as scripted: ${JSON.stringify(last)}`);
}
