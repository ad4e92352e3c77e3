/**
 * How throughput follows the number of evaluator processes: `npm run bench scaling`. Services apart, queues on Redis, a
 * model that takes 500 ms, a backlog of questions of 10 evaluations each; an evaluator holds 10 calls at once, so that
 * one process can judge two questions a second at most.
 */
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRedis } from '../questions/servers.mjs';
import { openFleet } from './fleet.mjs';

const quick = process.argv.includes('--quick');
const backlog = quick ? 12 : 40;
const EVALUATOR_CONCURRENCY = 10;
const LATENCY_MS = 500;
const settings = { sqlCandidates: 10, testBatches: 5, stragglers: null, deadlineSeconds: 600 };

const root = mkdtempSync(join(tmpdir(), 'assay-scaling-'));
chmodSync(root, 0o755);
const redis = await startRedis(root);
if (redis === null) throw new Error('This benchmark needs redis-server.');
const model = await startScriptedModelProcess({ script: new URL('../questions/model-script.mjs', import.meta.url) });
const fleet = await openFleet({
  folder: root,
  modelUrl: model.url,
  redis,
  evaluatorConcurrency: EVALUATOR_CONCURRENCY,
});
try {
  console.log(`# Scaling: ${backlog} questions at once, model ${LATENCY_MS} ms, ${cpus().length} cores\n`);
  console.log(
    '| evaluators | their calls allow, questions/s | questions/s | our CPU, cores |\n| --- | --- | --- | --- |',
  );
  for (const count of [1, 2, 4]) {
    await fleet.scale(count);
    await Promise.all(Array.from({ length: 4 }, ask));
    const cpuBefore = fleet.cpuMs();
    const startedAt = performance.now();
    await Promise.all(Array.from({ length: backlog }, ask));
    const wallMs = performance.now() - startedAt;
    const bound = (count * EVALUATOR_CONCURRENCY * 1000) / LATENCY_MS / settings.sqlCandidates;
    const cores = (fleet.cpuMs() - cpuBefore) / wallMs;
    console.log(`| ${count} | ${bound.toFixed(1)} | ${((backlog * 1000) / wallMs).toFixed(1)} | ${cores.toFixed(2)} |`);
  }
} finally {
  await fleet.close();
  redis.stop();
  await model.close();
  rmSync(root, { recursive: true, force: true });
}

async function ask() {
  const question = `How many books has each category? (${Math.random()}) latency=${LATENCY_MS} slow=0`;
  const { id } = await fleet.client.questions.ask({ workspace: 'bookshop', question, settings });
  let last;
  for await (const event of fleet.client.questions.events(id)) last = event;
  if (last?.status !== 'GOLD') throw new Error(`not decided as scripted: ${JSON.stringify(last)}`);
}
