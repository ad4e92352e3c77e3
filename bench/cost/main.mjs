/**
 * What the prompts of a question cost where a provider caches prefixes: `npm run bench cost`. Asks the demo questions one
 * after another in one workspace, at effort `balanced`, and bills the recorded requests by fixed rules (`cache.mjs`).
 * Exits with 1 where a bound is missed, or two questions share less than the parts of their workspace.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEFAULT_SETTINGS } from '../../libs/contracts/dist/index.js';
import { AssayClient } from '../../libs/client/dist/index.js';
import { DEMO_MODELS } from '../../libs/runtime/dist/index.js';
import { DEMO_DATABASE } from '../../apps/standalone/dist/demo/database/demo-database.js';
import { demoQuestions } from '../../apps/standalone/dist/demo/demo-questions.js';
import { startDemoModel } from '../../apps/standalone/dist/demo/model/start-demo-model.js';
import { freePort, startAssay } from '../questions/servers.mjs';
import { CACHED_PRICE, PrefixCache, commonPrefix } from './cache.mjs';
import { startRecorder } from './recorder.mjs';

/** A question before prompts were laid out for caches, in a warm workspace. */
const BEFORE = { calls: 27.7, input: 132_500, billed: 70_600, output: 3_274 };
/** Percent of before: what the layout was made for. Missed ones fail the bench. */
const BOUNDS = { layout: 45, warm: 32, cold: 60, output: 75 };
/** Tokens of a first-level call by an agent that is shown a schema of the whole budget, with names of other tables. */
const WIDE = { schema: DEFAULT_SETTINGS.schemaTokens + 1500, call: 18_000, agents: /^(test-)?generator/ };
/** Dollars per million tokens. */
const PRICE = { input: 1, output: 4, cachedInput: CACHED_PRICE };
const LATENCY = { low: 200, high: 200 };

const folder = mkdtempSync(join(tmpdir(), 'assay-cost-'));
chmodSync(folder, 0o755);
const model = await startDemoModel({ latencyMs: LATENCY });
const recorder = await startRecorder(model.url);
let assay;
try {
  const prices = Object.fromEntries(Object.values(DEMO_MODELS).map((name) => [name, PRICE]));
  process.env.ASSAY_MODEL_PRICES = JSON.stringify(prices);
  assay = await startAssay({ folder, modelUrl: recorder.url, port: await freePort(), models: DEMO_MODELS });
  const client = new AssayClient({ url: assay.url });
  report(await askAll(client), await askAll(client, newDirectives));
} finally {
  await assay?.stop();
  await recorder.close();
  await model.close();
  rmSync(folder, { recursive: true, force: true });
}

/** Changed directives make every prefix of the workspace new. */
async function newDirectives(client, index) {
  const { directives } = DEMO_DATABASE;
  await client.workspaces.update('bookshop', { directives: `${directives}\nVersion ${index} of these directives.` });
}

/** The recorded calls of each demo question, asked in a row; `before` prepares the workspace for each. */
async function askAll(client, before = () => undefined) {
  await client.workspaces.update('bookshop', { settings: { effort: 'balanced', verdicts: 'weighed' } });
  const asked = [];
  for (const [index, { question, evidence, settings }] of demoQuestions().entries()) {
    await before(client, index);
    const body = {
      workspace: 'bookshop',
      question,
      evidence: [...evidence],
      settings: { ...settings, seed: index + 1 },
    };
    const { id } = await client.questions.ask(body);
    let last;
    for await (const event of client.questions.events(id)) last = event;
    if (last?.type !== 'question-finished') throw new Error(`question ${id} did not end: ${JSON.stringify(last)}`);
    const { usage } = await client.questions.record(id);
    const calls = recorder.callsOf(id);
    checkPrice(usage, calls);
    asked.push({ status: last.status, calls });
  }
  return asked;
}

/** The record must know what its calls cost, to a millionth of a dollar. */
function checkPrice({ costUsd, cachedInputTokens }, calls) {
  const cached = calls.reduce((sum, call) => sum + call.cachedTokens, 0);
  const micros = calls.reduce(
    (sum, { tokens, cachedTokens, outputTokens }) =>
      sum +
      (tokens.length - cachedTokens) * PRICE.input +
      cachedTokens * PRICE.cachedInput +
      outputTokens * PRICE.output,
    0,
  );
  if (cachedInputTokens !== cached || Math.abs(costUsd * 1e6 - micros) > 1) {
    throw new Error(
      `the record says $${costUsd} and ${cachedInputTokens} cached tokens, not $${micros / 1e6} and ${cached}`,
    );
  }
}

function report(asked, askedCold) {
  const mean = (valueOf, of = asked) => of.reduce((sum, each) => sum + valueOf(each), 0) / of.length;
  const sum = (calls, valueOf) => calls.reduce((total, call) => total + valueOf(call), 0);
  const warm = new PrefixCache();
  const billedWarm = mean(({ calls }) => sum(calls, (call) => warm.bill(call)));
  const billedCold = mean(({ calls }) => {
    const cold = new PrefixCache();
    return sum(calls, (call) => cold.bill(call));
  }, askedCold);
  const input = mean(({ calls }) => sum(calls, ({ tokens }) => tokens.length));
  const output = mean(({ calls }) => sum(calls, ({ outputTokens }) => outputTokens));
  const count = mean(({ calls }) => calls.length);
  const fresh = (billedWarm - CACHED_PRICE * input) / (1 - CACHED_PRICE) / count;
  const layout = CACHED_PRICE * BEFORE.input + (1 - CACHED_PRICE) * fresh * BEFORE.calls;
  const widest = WIDE.schema + Math.max(...asked.flatMap(({ calls }) => calls.map(withoutSchema)));
  if (widest > WIDE.call) process.exitCode = 1;
  const percent = (name, billed, before = BEFORE.billed) => {
    const share = (100 * billed) / before;
    if (share > BOUNDS[name]) process.exitCode = 1;
    return `${Math.round(billed)} (${share.toFixed(1)} % of ${before}, at most ${BOUNDS[name]})`;
  };
  console.log(`# Prompt cost of ${asked.length} demo questions, per question\n`);
  console.log(
    `- outcomes: ${JSON.stringify(
      Object.groupBy(
        asked.map(({ status }) => status),
        (status) => status,
      ),
      (key, value) => (Array.isArray(value) ? value.length : value),
    )}`,
  );
  console.log(`- calls: ${count.toFixed(1)}`);
  console.log(`- input tokens: ${Math.round(input)}; output tokens: ${percent('output', output, BEFORE.output)}`);
  console.log(`- layout alone, today's fresh tokens a call at the calls of before: ${percent('layout', layout)}`);
  console.log(`- billed input, warm workspace: ${percent('warm', billedWarm)}`);
  console.log(`- billed input, cold: ${percent('cold', billedCold)}`);
  console.log(`- largest call on a wide schema: ${widest} tokens, at most ${WIDE.call}\n`);
  prefixTable(asked);
}

function withoutSchema({ agent, model, tokens, schemaTokens }) {
  return model === DEMO_MODELS.BASIC && WIDE.agents.test(agent) ? tokens.length - schemaTokens : 0;
}

/** Per agent: what two questions of the workspace share at least, and what they could. */
function prefixTable(asked) {
  console.log('| agent | prompt tokens, mean | common prefix of two questions, least | up to the end of the schema |');
  console.log('| --- | --- | --- | --- |');
  const agents = new Set(asked.flatMap(({ calls }) => calls.map(({ agent }) => agent)));
  for (const agent of agents) {
    const firsts = asked.flatMap(({ calls }) => calls.find((call) => call.agent === agent) ?? []);
    const all = asked.flatMap(({ calls }) => calls.filter((call) => call.agent === agent));
    const size = all.reduce((sum, { tokens }) => sum + tokens.length, 0) / all.length;
    const shared = firsts.slice(1).map((call) => commonPrefix(firsts[0].tokens, call.tokens));
    const [least, stable] = [Math.min(...shared), firsts[0].stableTokens ?? 0];
    if (least < stable) process.exitCode = 1;
    const cells = [size.toFixed(0), shared.length === 0 ? '–' : least, stable];
    console.log(`| ${agent} | ${cells.join(' | ')} |`);
  }
}
