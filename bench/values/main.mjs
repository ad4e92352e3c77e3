/**
 * What withheld values cost (setting `asker`): npm run bench values -- <folder> <variants> [every n-th question]
 * No model, but a made-up generator that writes the gold SQL and knows a text only from its prompt: the question, the
 * values that the look-up finds, and, shared, examples and the only values of columns. A text that it was not shown is
 * written as in the question, or wrong.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { knownData, renderMSchema, schemaTerms, tokenize, valueWords } from '../../libs/sql/dist/index.js';
import { openTargetDatabase, parseTargetUrl, resolveTarget } from '../../libs/target-database/dist/index.js';
import {
  examineSuite,
  Journal,
  openDatabases,
  readDataset,
  readVariants,
  TargetQueryRunner,
} from '../../libs/evaluation/dist/index.js';

const [folder, variantsFolder, step = '1'] = process.argv.slice(2);
if (variantsFolder === undefined) throw new Error('which folder, and which variants?');
/** As db-sampler looks values up. */
const LOOK_UP = { statementTimeoutMs: 3000, maxRows: 100, maxBytes: 100_000 };
const NEVER_SHOWN = 'not shown';

const whole = await readDataset(folder);
const dataset = { ...whole, questions: whole.questions.filter((_, index) => index % Number(step) === 0) };
const variants = await readVariants(variantsFolder, dataset);
const scratch = await mkdtemp(join(tmpdir(), 'assay-bench-'));
const { signal } = new AbortController();
const { databases, close } = await openDatabases(dataset, scratch);
const runner = new TargetQueryRunner(databases, signal);
try {
  await writeGold();
} finally {
  await runner.close();
  await close();
  await rm(scratch, { recursive: true });
}

async function writeGold() {
  const modes = ['shared', 'without profile', 'withheld', 'nothing looked up'];
  const counts = Object.fromEntries(modes.map((mode) => [mode, { seen: 0, literals: 0, complete: 0 }]));
  const pool = new Map();
  for (const { id, dialect, url } of databases) {
    const { schema, profile } = await runner.describe(id);
    const target = await openFile(dialect, url);
    const { schema: withExamples } = await target.introspect({ examples: true }, signal);
    const shared = renderMSchema(withExamples, { known: knownData(profile) });
    const unprofiled = renderMSchema(withExamples);
    const terms = schemaTerms(schema);
    const names = new Set(
      schema.tables
        .flatMap(({ name, columns }) => [name, ...columns.map((column) => column.name)])
        .map((name) => name.toLowerCase()),
    );
    for (const question of dataset.questions.filter(({ database }) => database === id)) {
      const text = [question.question, ...question.evidence].join('. ');
      const { found } = await target.findValues({ values: [], words: valueWords(text, terms) }, LOOK_UP, signal);
      const looked = [text, ...found.map(({ stored }) => stored)].join('\n');
      const prompts = {
        shared: `${shared}\n${looked}`,
        'without profile': `${unprofiled}\n${looked}`,
        withheld: looked,
        'nothing looked up': text,
      };
      const own = modes.map((mode) => written(question, prompts[mode], names, counts[mode]));
      pool.set(
        question.id,
        own.map((sql, index) => ({ system: modes[index], sql })),
      );
    }
    await target.close();
  }
  for (const mode of modes) {
    const { seen, literals, complete } = counts[mode];
    console.log(
      `${mode}: ${seen} of ${literals} needed texts in the prompt (${share(seen, literals)}), all in ${complete} questions`,
    );
  }
  for (const [measure, further] of [
    ['on the database', new Map()],
    ['on the suite', variants],
  ]) {
    const journal = await Journal.open(join(scratch, measure), {}, { fresh: true });
    const right = await examineSuite(dataset, pool, further, journal, { signal });
    const figures = modes.map((mode, index) => {
      const rightOnes = dataset.questions.filter(({ id }) => right.get(id)?.has(pool.get(id)[index].sql));
      return `${mode} ${rightOnes.length} (${share(rightOnes.length, dataset.questions.length)})`;
    });
    console.log(`gold written from prompts, right ${measure}, of ${dataset.questions.length}: ${figures.join(', ')}`);
  }
}

/** The gold with texts as the prompt shows them. */
function written({ question, gold }, prompt, names, count) {
  const tokens = tokenize(gold[0], 'sqlite').tokens;
  let isComplete = true;
  let sql = '';
  let at = 0;
  for (const { kind, text, start, end } of tokens) {
    const inner = text.slice(1, -1).replaceAll(/^%+|%+$/g, '');
    const isText = kind === 'string' || (kind === 'quoted' && !names.has(inner.toLowerCase()));
    if (!isText || inner === '') continue;
    count.literals += 1;
    if (shows(prompt, inner)) {
      count.seen += 1;
      continue;
    }
    isComplete = false;
    const place = question.toLowerCase().indexOf(inner.toLowerCase());
    const own = place < 0 ? NEVER_SHOWN : question.slice(place, place + inner.length);
    sql += gold[0].slice(at, start) + text.replace(inner, own.replaceAll(/['"]/g, ''));
    at = end;
  }
  if (isComplete) count.complete += 1;
  return sql + gold[0].slice(at);
}

/** As whole words, in the same case. */
function shows(prompt, text) {
  const escaped = text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(prompt);
}

async function openFile(dialect, url) {
  const parsed = parseTargetUrl(dialect, url);
  const policy = { hosts: null, ownStores: [], sqliteDirs: [dirname(resolve(parsed.path))] };
  const guard = () => Promise.resolve({ allowed: true, tables: [] });
  return openTargetDatabase(await resolveTarget(parsed, policy), { guard, maxSessions: 2, doubleQuotedTexts: true });
}

function share(part, total) {
  return `${((100 * part) / Math.max(total, 1)).toFixed(1)} %`;
}
