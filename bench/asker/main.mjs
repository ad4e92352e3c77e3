/**
 * The first question of a person, of whom nothing is cached: `npm run bench asker [-- people]` (default 20). The model
 * answers at once. The workspace is older than the look for new ones, which starts its scratch engine. Exits with 1 if a
 * first question takes more than 2 s as a whole.
 */
import pg from 'pg';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AssayClient } from '../../libs/client/dist/index.js';
import { startScriptedModelProcess } from '../../libs/testing/dist/scripted-model/scripted-model-process.js';
import { startTestPostgres } from '../../libs/testing/dist/test-postgres.js';
import { freePort, startAssay } from '../questions/servers.mjs';

const MOST_MS = 2000;
/** Longer than a look for workspaces and the start of an engine. */
const WORKSPACE_AGE_MS = 15_000;
const ROLE = `bench_asker_${process.pid}`;
const FIXTURE = [
  'create table category (id int primary key, name text not null)',
  'create table book (id int primary key, category_id int references category (id), subject text, title text)',
  `insert into category select n, 'category ' || n from generate_series(1, 20) as g(n)`,
  `insert into book select n, n % 20 + 1, 'person-' || n % 50, 'book ' || n from generate_series(1, 5000) as g(n)`,
  'alter table book enable row level security',
  `create policy own on book using (subject = current_setting('assay.subject', true))`,
  `create role ${ROLE} login password 'reads'`,
  `grant select on category, book to ${ROLE}`,
  'analyze',
];

const people = Number(process.argv[2] ?? 20);
if (!(people > 0)) throw new Error(`expected a number of people, not "${process.argv[2]}"`);
const root = mkdtempSync(join(tmpdir(), 'assay-bench-'));
chmodSync(root, 0o755);
const server = await startTestPostgres();
const target = await server.createDatabase();
const admin = new pg.Client({ connectionString: target });
await admin.connect();
for (const statement of FIXTURE) await admin.query(statement);
const script = new URL('../questions/model-script.mjs', import.meta.url);
const model = await startScriptedModelProcess({ script });
const assay = await startAssay({ folder: root, modelUrl: model.url, port: await freePort() });
try {
  const { host, pathname } = new URL(target);
  const { key } = await post('/v1/api-keys', { name: 'bench', mayActFor: true });
  await post('/v1/workspaces', {
    name: 'library',
    database: { dialect: 'postgres', url: `postgres://${ROLE}:reads@${host}${pathname}` },
    settings: { asker: { mode: 'variables', claims: {} } },
  });
  await sleep(WORKSPACE_AGE_MS);
  const series = { 'first person': [], 'first questions': [], 'second questions': [] };
  for (let person = 0; person < people; person += 1) {
    series[person === 0 ? 'first person' : 'first questions'].push(await ask(key, `person-${person}`));
    series['second questions'].push(await ask(key, `person-${person}`));
  }
  for (const [name, times] of Object.entries(series)) {
    const shown = ['accepted', 'prepared', 'first rows', 'answer'].map((step) => `${step} ${inWords(times, step)}`);
    console.log(`${name} (${times.length}): ${shown.join(', ')} ms`);
  }
  const firsts = [...series['first person'], ...series['first questions']];
  if (firsts.some((times) => times.answer > MOST_MS)) process.exitCode = 1;
} finally {
  await assay.stop();
  await model.close();
  await admin.query(`drop owned by ${ROLE} cascade; drop role ${ROLE}`);
  await admin.end();
  await server.stop();
  rmSync(root, { recursive: true, force: true });
}

/** Milliseconds from asking to each step. */
async function ask(key, person) {
  const startedAt = performance.now();
  const times = {};
  const note = (step) => (times[step] ??= performance.now() - startedAt);
  const headers = { 'x-assay-person': person };
  const question = `How many books has each category? (${Math.random()})`;
  const { id } = await post('/v1/questions', { workspace: 'library', question }, key, headers);
  note('accepted');
  const client = new AssayClient({ url: assay.url });
  for await (const event of client.questions.events(id)) {
    if (event.type === 'stage-started' && event.stage === 'generate') note('prepared');
    if (event.type === 'candidate-executed') note('first rows');
    if (event.type !== 'question-finished') continue;
    note('answer');
    if (!['GOLD', 'SILVER'].includes(event.status)) throw new Error(`not decided: ${JSON.stringify(event)}`);
  }
  return times;
}

async function post(path, body, key = null, headers = {}) {
  const response = await fetch(`${assay.url}${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }), ...headers },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

/** Median and maximum. */
function inWords(series, step) {
  const sorted = series.map((times) => times[step]).toSorted((one, other) => one - other);
  return `${sorted[Math.floor(sorted.length / 2)].toFixed(0)} (at most ${sorted.at(-1).toFixed(0)})`;
}
