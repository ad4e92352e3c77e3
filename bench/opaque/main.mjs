/**
 * Whether linking finds tables with meaningless names: `npm run bench opaque [data folder]`. Renames `linking`'s schema
 * (`t_017.c4`) and imports the names as a dbt manifest; with and without it and example values. Does nothing without
 * the data.
 */
import { applyToSchema, Glossary, readKnowledge, resolveKnowledge } from '../../libs/questions/dist/documents/index.js';
import { distractors, mergedSchema } from '../linking/merged-schema.mjs';
import { questionsOf } from '../linking/needed-tables.mjs';
import { linkSchema } from '../../libs/sql/dist/index.js';

const TABLES = 1000;
const TOKENS = 24_000;

const folder = process.argv[2] ?? '../shared/data';
const merged = mergedSchema(folder);
if (merged === null) {
  console.log(`skipped: no evaluation data in ${folder}`);
  process.exit(0);
}
const questions = [
  ...(await questionsOf(folder, 'spider-dev', 'sqlite')),
  ...(await questionsOf(folder, 'defog', 'postgres')),
];
// in an order without information: among unknown tables the first are kept
const named = { ...merged, tables: shuffled([...merged.tables, ...distractors(TABLES - merged.tables.length, 30)]) };
const { schema, manifest, nameOf } = renamed(named);
const started = performance.now();
const reading = readKnowledge(JSON.stringify(manifest));
const { items, leftOut } = resolveKnowledge(reading.items, schema);
const reported = applyToSchema(schema, items);
const importMs = Number((performance.now() - started).toFixed(0));
const glossary = new Glossary([{ source: 'manifest.json', items }]);
console.log(JSON.stringify({ format: reading.format, items: items.length, leftOut: leftOut.length, importMs }));

for (const examples of [true, false]) {
  measure('names that say nothing', schema, examples, () => []);
  measure('the same with the import', reported, examples, (question) =>
    glossary.find(question).map(({ text }) => text),
  );
}
measure(
  'the names as they were',
  named,
  true,
  () => [],
  (name) => name,
);

function measure(linking, shown, examples, definitionsFor, spell = nameOf) {
  const stripped = examples ? shown : withoutExamples(shown);
  let [complete, found, most] = [0, 0, 0];
  const begun = performance.now();
  for (const { question, evidence, needed } of questions) {
    const linked = linkSchema(stripped, {
      question,
      evidence: [...evidence, ...definitionsFor(question)],
      foundValues: [],
      goldSqls: [],
      tokenBudget: TOKENS,
      examples,
    });
    if (linked.tokens > TOKENS) throw new Error(`over budget: ${linked.tokens}`);
    const kept = new Set(linked.kept.map((name) => name.toLowerCase()));
    const hits = needed.map(
      (tables) => tables.filter((name) => kept.has(spell(name))).length / Math.max(tables.length, 1),
    );
    const best = Math.max(...hits);
    complete += best === 1 ? 1 : 0;
    found += best;
    most = Math.max(most, linked.tokens);
  }
  const share = (part) => Number(((100 * part) / questions.length).toFixed(2));
  const msPerQuestion = Number(((performance.now() - begun) / questions.length).toFixed(2));
  const figures = { recall: share(found), allTables: share(complete), mostTokens: most, msPerQuestion };
  console.log(
    JSON.stringify({ linking, examples, tables: TABLES, tokenBudget: TOKENS, questions: questions.length, ...figures }),
  );
}

/** Numbered names, and a dbt manifest with the original ones. */
function renamed(original) {
  const numbers = new Map(
    original.tables.map((table, at) => [keyOf(table.schema, table.name), `t_${String(at + 1).padStart(3, '0')}`]),
  );
  const columnOf = (table, name) =>
    `c${table.columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase()) + 1}`;
  const tableNamed = (schemaName, name) =>
    original.tables.find((table) => keyOf(table.schema, table.name) === keyOf(schemaName, name));
  const nodes = {};
  const tables = original.tables.map((table) => {
    const name = numbers.get(keyOf(table.schema, table.name));
    nodes[`model.bench.${name}`] = {
      resource_type: 'model',
      name,
      alias: name,
      schema: 'main',
      description: described(table.name, table.description),
      config: {},
      columns: Object.fromEntries(
        table.columns.map((column) => {
          const short = columnOf(table, column.name);
          return [short, { name: short, description: described(column.name, column.description) }];
        }),
      ),
    };
    return {
      ...table,
      schema: 'main',
      name,
      description: null,
      columns: table.columns.map((column) => ({ ...column, name: columnOf(table, column.name), description: null })),
      primaryKey: table.primaryKey.map((column) => columnOf(table, column)),
      foreignKeys: table.foreignKeys.flatMap((key) => {
        const other = tableNamed(key.referencedSchema, key.referencedTable);
        if (other === undefined) return [];
        return {
          columns: key.columns.map((column) => columnOf(table, column)),
          referencedSchema: 'main',
          referencedTable: numbers.get(keyOf(other.schema, other.name)),
          referencedColumns: key.referencedColumns.map((column) => columnOf(other, column)),
        };
      }),
    };
  });
  const metadata = { dbt_schema_version: 'https://schemas.getdbt.com/dbt/manifest/v12.json', project_name: 'bench' };
  const byName = new Map([...numbers].map(([key, name]) => [key, `main.${name}`]));
  return {
    schema: { ...original, tables },
    manifest: { metadata, nodes, sources: {}, semantic_models: {}, metrics: {} },
    nameOf: (name) => byName.get(name) ?? name,
  };
}

/** Deterministic, by a linear congruential generator. */
function shuffled(tables) {
  let state = 20_261_122;
  const drawn = tables.map((table) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return { table, place: state };
  });
  return drawn.sort((left, right) => left.place - right.place).map(({ table }) => table);
}

function keyOf(schema, name) {
  return `${schema}.${name}`.toLowerCase();
}

/** What a name says, in words. */
function described(name, description) {
  const words = name
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replace(/[_-]+/g, ' ')
    .trim();
  return description === null ? `${words}.` : `${words}. ${description}`;
}

function withoutExamples(schema) {
  const strip = (column) => ({ ...column, examples: [] });
  return { ...schema, tables: schema.tables.map((table) => ({ ...table, columns: table.columns.map(strip) })) };
}
