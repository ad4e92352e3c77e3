/**
 * What a waiting user sees: `npm run bench waiting [-- questions]` (default 40). Seconds to the first rows with calls of
 * 3 s; then the lines of `assay ask` with a model that refuses, is slow and does not answer. Exits with 1 above a limit.
 */
import { AssayClient } from '../../libs/client/dist/index.js';
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { freePort, startAssay } from '../questions/servers.mjs';

const [questions = 40] = process.argv.slice(2).map(Number);
const AT_ONCE = 4;
/** Seconds. */
const LIMITS = { 'no evidence': 4.5, evidence: 7.5 };
const EVIDENCE = 'A book is out of print if it has no price.';

const root = mkdtempSync(join(tmpdir(), 'assay-bench-'));
chmodSync(root, 0o755);
const model = await startScriptedModelProcess({ script: new URL('./model-script.mjs', import.meta.url) });
const assay = await startAssay({ folder: root, modelUrl: model.url, port: await freePort() });
const client = new AssayClient({ url: assay.url });
try {
  await firstRows('balanced', 'warm-up', 4);
  console.log(`${questions} questions, calls of 3 s, load ${loadavg()[0].toFixed(1)}; seconds to the first rows\n`);
  console.log('| effort | | median | 90 % | limit |\n| --- | --- | --- | --- | --- |');
  for (const effort of ['balanced', 'quick']) {
    for (const [kind, limit] of Object.entries(LIMITS)) {
      const seconds = (await firstRows(effort, kind, questions)).toSorted((left, right) => left - right);
      const at = (share) => seconds[Math.ceil(share * seconds.length) - 1]?.toFixed(1);
      if (!(at(0.9) <= limit)) process.exitCode = 1;
      console.log(`| ${effort} | ${kind} | ${at(0.5)} | ${at(0.9)} | ${limit} |`);
    }
  }
  console.log('\nWith refused, slow and dead calls:\n');
  await shown();
} finally {
  await assay.stop();
  await model.close();
  rmSync(root, { recursive: true, force: true });
}

async function firstRows(effort, kind, count) {
  const seconds = [];
  let begun = 0;
  const worker = async () => {
    while (begun++ < count) seconds.push(await firstRowsOf(effort, kind));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return seconds;
}

/** From the request to rows of the leading SQL. */
async function firstRowsOf(effort, kind) {
  const from = performance.now();
  const { id } = await client.questions.ask({
    workspace: 'bookshop',
    question: `How many books has each category? (${Math.random()}) latency=3000 slow=0`,
    ...(kind === 'evidence' && { evidence: [EVIDENCE] }),
    settings: { effort, stragglers: null },
  });
  let seconds = Infinity;
  for await (const event of client.questions.events(id)) {
    if (event.type !== 'leader-changed' || seconds < Infinity) continue;
    await client.questions.rows(id, { candidate: event.candidate });
    seconds = (performance.now() - from) / 1000;
  }
  return seconds;
}

async function shown() {
  const cli = fileURLToPath(new URL('../../apps/cli/bin/assay.mjs', import.meta.url));
  const question = 'How many books has each category? latency=3000 slow=0 trouble';
  const env = { ...process.env, ASSAY_URL: assay.url, ASSAY_WORKSPACE: 'bookshop' };
  const asking = spawn(process.execPath, [cli, 'ask', question], { env, stdio: ['ignore', 'inherit', 'pipe'] });
  const from = performance.now();
  createInterface(asking.stderr).on('line', (line) =>
    console.log(`${((performance.now() - from) / 1000).toFixed(0).padStart(4)} s  ${line}`),
  );
  await once(asking, 'close');
}
