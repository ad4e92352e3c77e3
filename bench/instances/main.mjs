/**
 * Which classes each kind of instance splits, and what is lost without it.
 * npm run bench instances -- <folder> <pool> <variants> [every n-th question]
 * Accidental agreements: texts with equal target rows, of which one is right on all variants.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  BehaviourProbe,
  examinePool,
  examineSuite,
  Journal,
  openDatabases,
  readDataset,
  readPool,
  readVariants,
  suiteReport,
  TargetQueryRunner,
} from '../../libs/evaluation/dist/index.js';

const [folder, candidates, variantsFolder, step = '1'] = process.argv.slice(2);
if (variantsFolder === undefined) throw new Error('which folder, which pool, and which variants?');

const ALL = { generated: 12, mutated: 4, aimed: 8, breaking: 4 };
const CONFIGURATIONS = {
  'all kinds': ALL,
  'as the asker': ALL,
  'without generated': { generated: 0, mutated: 4, aimed: 8, breaking: 0 },
  'without mutated': { generated: 12, mutated: 0, aimed: 8, breaking: 0 },
  'without aimed': { generated: 12, mutated: 4, aimed: 0, breaking: 0 },
  'without any': { generated: 0, mutated: 0, aimed: 0, breaking: 0 },
};

const whole = await readDataset(folder);
const dataset = { ...whole, questions: whole.questions.filter((_, index) => index % Number(step) === 0) };
const pool = await readPool(candidates, dataset, []);
const variants = await readVariants(variantsFolder, dataset);
const scratch = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const { signal } = new AbortController();
const { databases, close } = await openDatabases(dataset, scratch);
const runner = new TargetQueryRunner(databases, signal);
/** Without values, as with the setting `asker`: no examples, profile and kept rows. */
const withheld = {
  run: (id, sql) => runner.run(id, sql),
  describe: async (id) => {
    const { schema } = await runner.describe(id);
    const bare = (column) => ({ ...column, examples: [] });
    const tables = schema.tables.map((table) => ({ ...table, rowEstimate: null, columns: table.columns.map(bare) }));
    return { schema: { ...schema, tables }, profile: { tables: [] }, rows: null };
  },
};

const journal = await Journal.open(join(scratch, 'suite'), {}, { fresh: true });
const right = await examineSuite(dataset, pool, variants, journal, { signal });
for (const [name, shares] of Object.entries(CONFIGURATIONS)) {
  const probe = new BehaviourProbe(name === 'as the asker' ? withheld : runner, { seeds: [1], shares });
  const examinedHere = await Journal.open(join(scratch, name), {}, { fresh: true });
  const options = { concurrency: 2, signal, onProgress: () => undefined, probe };
  const before = process.cpuUsage();
  const examined = await examinePool(dataset, pool, runner, examinedHere, options);
  const { user, system } = process.cpuUsage(before);
  const { rows, apart } = suiteReport(examined, right, []);
  const vote = rows.find((row) => row.name === 'vote by behaviour, frequent text');
  console.log(
    `${name.padEnd(18)} suite ${vote.suite.toFixed(0)}, distinguished ${((100 * apart.separated) / apart.pairs).toFixed(1)} %, ` +
      `right texts apart in ${apart.splitQuestions}, classes ${apart.classesPerQuestion.toFixed(2)}, ` +
      `instances ${apart.instancesPerQuestion.toFixed(1)}, ms ${apart.millisecondsMedian.toFixed(0)}`,
  );
  console.log(
    `  separated by ${apart.distinguished.map(({ kind, strong, weak }) => `${kind} ${strong} (weakly ${weak})`).join(', ')}; ` +
      `${Math.round((user + system) / 1000 / dataset.questions.length)} ms of this process per question`,
  );
  await probe.close();
}
console.log(`memory of this process ${Math.round(process.memoryUsage().rss / 1_000_000)} MB`);
await runner.close();
await close();
await rm(scratch, { recursive: true });
