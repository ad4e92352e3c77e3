/**
 * What a question costs as it grows, and as the record does: `npm run bench growth`. Standalone, queues on Redis, a model
 * without latency. Then the record is filled with 100,000 questions (`--questions=N` for another number).
 */
import { AssayClient } from '../../libs/client/dist/index.js';
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  connectToRecord,
  cpuMs,
  databaseCounters,
  freePort,
  postgresCpuMs,
  startAssay,
  startRedis,
} from '../questions/servers.mjs';
import { fillRecord } from './fill-record.mjs';

const SIZES = [
  { sqlCandidates: 5, testBatches: 2 },
  { sqlCandidates: 10, testBatches: 5 },
  { sqlCandidates: 20, testBatches: 10 },
  { sqlCandidates: 50, testBatches: 20 },
];
const USUAL = SIZES[1];
const asked = process.argv.find((word) => word.startsWith('--questions='))?.slice(12);
const RECORD = Number(asked ?? 100_000);

const root = mkdtempSync(join(tmpdir(), 'assay-growth-'));
chmodSync(root, 0o755);
const redis = await startRedis(root);
const model = await startScriptedModelProcess({ script: new URL('../questions/model-script.mjs', import.meta.url) });
const assay = await startAssay({ folder: root, modelUrl: model.url, redisUrl: redis?.url, port: await freePort() });
const client = new AssayClient({ url: assay.url });
const record = await connectToRecord(root);
try {
  await measure(USUAL, 30);
  console.log(`# Growth, ${cpus().length} cores\n\n## A question with more candidates and tests\n`);
  heading('candidates × test batches');
  for (const size of SIZES) {
    const total = size.sqlCandidates > 20 ? 8 : 20;
    line(`${size.sqlCandidates} × (${size.testBatches} + ${size.testBatches})`, await measure(size, total));
  }
  console.log('\n## A record that grows (10 candidates, 5 + 5 batches)\n');
  heading('questions on record');
  line('few', await measure(USUAL, 40));
  const rows = await fillRecord(record, await ask(USUAL), RECORD);
  await measure(USUAL, 10);
  line(`${RECORD.toLocaleString('en')} (${rows.toLocaleString('en')} rows)`, await measure(USUAL, 40));
} finally {
  await record.end();
  await assay.stop();
  redis?.stop();
  await model.close();
  rmSync(root, { recursive: true, force: true });
}

async function ask(size) {
  const question = `How many books has each category? (${Math.random()}) latency=0 slow=0`;
  const settings = { ...size, stragglers: null, deadlineSeconds: 600 };
  const { id } = await client.questions.ask({ workspace: 'bookshop', question, settings });
  let last;
  for await (const event of client.questions.events(id)) last = event;
  if (last?.status !== 'GOLD') throw new Error(`not decided as scripted: ${JSON.stringify(last)}`);
  return id;
}

/** Costs of one question among `total`, four at a time. */
async function measure(size, total) {
  const before = await costs();
  const times = [];
  let left = total;
  const asker = async () => {
    while (left > 0) {
      left -= 1;
      const startedAt = performance.now();
      await ask(size);
      times.push(performance.now() - startedAt);
    }
  };
  await Promise.all(Array.from({ length: 4 }, asker));
  const after = await costs();
  const per = (key) => (after[key] - before[key]) / total;
  const median = times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)];
  return { median, ours: per('ours'), postgres: per('postgres'), rows: per('rows'), walKb: per('wal') / 1024 };
}

async function costs() {
  const counters = await databaseCounters(root, assay.postmaster);
  return { ...counters, ours: cpuMs(assay.pid), postgres: postgresCpuMs(assay.postmaster) };
}

function heading(first) {
  console.log(`| ${first} | median ms | our CPU ms | Postgres CPU ms | rows | WAL kB |\n${'| --- '.repeat(6)}|`);
}

function line(name, { median, ours, postgres, rows, walKb }) {
  console.log(`| ${name} | ${[median, ours, postgres, rows, walKb].map((figure) => figure.toFixed(0)).join(' | ')} |`);
}
