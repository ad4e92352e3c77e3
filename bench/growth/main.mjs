/**
 * Cost of a question by size, and of a growing record: `npm run bench growth`. Standalone, queues on Redis, no latency;
 * then hot statements on 100,000 questions.
 * `npm run bench growth -- --questions 10000000` measures statements only, on a temporary record. Exits with 1 if one
 * costs over a fifth more.
 */
import { AssayClient } from '../../libs/client/dist/index.js';
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { parseArgs } from 'node:util';
import { join } from 'node:path';
import { cpuMs, databaseCounters, freePort, postgresCpuMs, startAssay, startRedis } from '../questions/servers.mjs';
import { measureRecord } from './record.mjs';

const SIZES = [
  { sqlCandidates: 5, testBatches: 2 },
  { sqlCandidates: 10, testBatches: 5 },
  { sqlCandidates: 20, testBatches: 10 },
  { sqlCandidates: 50, testBatches: 20 },
];
const USUAL = SIZES[1];
const { values: asked } = parseArgs({ options: { questions: { type: 'string' } } });

if (asked.questions === undefined) await measureQuestions();
if (!(await measureRecord(Number(asked.questions ?? 100_000)))) process.exitCode = 1;

async function measureQuestions() {
  const root = mkdtempSync(join(tmpdir(), 'assay-growth-'));
  chmodSync(root, 0o755);
  const redis = await startRedis(root);
  const model = await startScriptedModelProcess({ script: new URL('../questions/model-script.mjs', import.meta.url) });
  const assay = await startAssay({ folder: root, modelUrl: model.url, redisUrl: redis?.url, port: await freePort() });
  const program = { client: new AssayClient({ url: assay.url }), root, assay };
  try {
    await measure(program, USUAL, 30);
    console.log(`# Growth, ${cpus().length} cores\n\n## A question with more candidates and tests\n`);
    heading('candidates × test batches');
    for (const size of SIZES) {
      const total = size.sqlCandidates > 20 ? 8 : 20;
      const name = `${size.sqlCandidates} × (${size.testBatches} + ${size.testBatches})`;
      line(name, await measure(program, size, total));
    }
    console.log('');
  } finally {
    await assay.stop();
    redis?.stop();
    await model.close();
    rmSync(root, { recursive: true, force: true });
  }
}

async function ask({ client }, size) {
  const question = `How many books has each category? (${Math.random()}) latency=0 slow=0`;
  const settings = { ...size, stragglers: null, deadlineSeconds: 600 };
  const { id } = await client.questions.ask({ workspace: 'bookshop', question, settings });
  let last;
  for await (const event of client.questions.events(id)) last = event;
  if (!['GOLD', 'SILVER'].includes(last?.status)) throw new Error(`not decided as scripted: ${JSON.stringify(last)}`);
}

/** Of one question among `total`, four at a time. */
async function measure(program, size, total) {
  const before = await costs(program);
  const times = [];
  let left = total;
  const asker = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await ask(program, size);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: 4 }, asker));
  const after = await costs(program);
  const per = (key) => (after[key] - before[key]) / total;
  const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)];
  return { median, ours: per('ours'), postgres: per('postgres'), rows: per('rows'), walKb: per('wal') / 1024 };
}

async function costs({ root, assay }) {
  const counters = await databaseCounters(root, assay.postmaster);
  return { ...counters, ours: cpuMs(assay.pid), postgres: postgresCpuMs(assay.postmaster) };
}

function heading(first) {
  console.log(`| ${first} | median ms | our CPU ms | Postgres CPU ms | rows | WAL kB |\n${'| --- '.repeat(6)}|`);
}

function line(name, { median, ours, postgres, rows, walKb }) {
  console.log(`| ${name} | ${[median, ours, postgres, rows, walKb].map((figure) => figure.toFixed(0)).join(' | ')} |`);
}
