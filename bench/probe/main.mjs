/**
 * How long a question waits for the prober: `npm run bench probe`, or `npm run bench probe -- 60 1000` (questions,
 * model latency in ms).
 * Ten candidates of five texts with equal results. Measures from the last candidate to the second moment, and from the
 * last test to judging; `judge: text` is the coordinator's share.
 */
import { AssayClient } from '../../libs/client/dist/index.js';
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectToRecord, freePort, startAssay } from '../questions/servers.mjs';

const [questions = 30, latency = 200] = process.argv.slice(2).map(Number);
const WARMING = 5;

/** Ms per probed attempt, or per attempt without probes. */
const WAITS = `
  with stage as (
    select run_id, attempt, kind, min(started_at) as started, max(closed_at) as closed
      from assay.stages where run_id = any($1) group by run_id, attempt, kind),
       moments as (
    select run_id, attempt,
           max(closed) filter (where kind = 'generate') as generated,
           max(started) filter (where kind = 'evaluation-tests') as second,
           max(closed) filter (where kind in ('precompute-tests', 'evaluation-tests', 'reduce-tests')) as tested,
           max(started) filter (where kind = 'evaluate') as judging,
           max(closed - started) filter (where kind = 'probe') as probing
      from stage group by run_id, attempt)
  select 1000 * extract(epoch from second - generated)::float as second,
         1000 * extract(epoch from judging - tested)::float as judging,
         1000 * extract(epoch from probing)::float as probing
    from moments`;

const root = mkdtempSync(join(tmpdir(), 'assay-bench-'));
chmodSync(root, 0o755);
const model = await startScriptedModelProcess({ script: new URL('./model-script.mjs', import.meta.url) });
const assay = await startAssay({ folder: root, modelUrl: model.url, port: await freePort() });
const client = new AssayClient({ url: assay.url });
const record = await connectToRecord(root);
try {
  const asked = { behaviour: [], text: [] };
  const classes = [];
  for (let round = -WARMING; round < questions; round += 1) {
    for (const [judge, ids] of Object.entries(asked)) {
      const id = await ask(judge);
      if (round < 0) continue;
      ids.push(id);
      if (judge === 'behaviour') classes.push(await classesOf(id));
    }
  }
  console.log(`${questions} questions, model ${latency} ms, load ${loadavg()[0].toFixed(1)}; median (95 %), ms\n`);
  console.log('| judge | to the second moment | to judging | both | probing |\n| --- | --- | --- | --- | --- |');
  for (const [judge, ids] of Object.entries(asked)) {
    const { rows } = await record.query(WAITS, [ids]);
    const both = rows.map(({ second, judging }) => second + judging);
    const columns = [rows.map(({ second }) => second), rows.map(({ judging }) => judging), both];
    if (judge === 'behaviour') columns.push(rows.map(({ probing }) => probing));
    console.log(`| ${judge} | ${columns.map(inWords).join(' | ')} |`);
  }
  console.log(`\nClasses of the five texts: ${[...new Set(classes)].join(', ')}.`);
} finally {
  await record.end();
  await assay.stop();
  await model.close();
  rmSync(root, { recursive: true, force: true });
}

async function ask(judge) {
  const question = `How many books has each category? (${Math.random()}) latency=${latency}`;
  const settings = { judge, sqlCandidates: 10, testBatches: 5, stragglers: null };
  const { id } = await client.questions.ask({ workspace: 'bookshop', question, settings });
  let last;
  for await (const event of client.questions.events(id)) last = event;
  if (last?.status !== 'GOLD' && last?.status !== 'SILVER') throw new Error(`not decided: ${JSON.stringify(last)}`);
  return id;
}

async function classesOf(id) {
  const { attempts } = await client.questions.record(id);
  return attempts[0].behaviours.length;
}

function inWords(values) {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]?.toFixed(0);
  return `${at(0.5)} (${at(0.95)})`;
}
