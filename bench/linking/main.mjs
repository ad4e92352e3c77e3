/**
 * Whether linking keeps the tables of the gold SQL: `npm run bench linking [-- data folder]`.
 * Links each evaluation question against one merged schema, alone, filled to 1,000 tables of 30 columns, and with
 * 14 renamed copies of all tables, at several token budgets.
 */
import { estimateTokens } from '../../libs/contracts/dist/index.js';
import { linkSchema, renderMSchema } from '../../libs/sql/dist/index.js';
import { distractors, mergedSchema, withCopies } from './merged-schema.mjs';
import { questionsOf } from './needed-tables.mjs';

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
const large = { ...merged, tables: [...merged.tables, ...distractors(1000 - merged.tables.length, 30)] };
const verbose = process.argv.includes('--missed');

for (const [name, schema] of [
  ['merged', merged],
  ['merged + filler to 1000', large],
  ['merged + 14 copies', withCopies(merged, 14)],
]) {
  const whole = estimateTokens(renderMSchema(schema));
  for (const tokenBudget of [4000, 8000, 12_000, 16_000, 24_000]) {
    let complete = 0;
    let named = 0;
    let found = 0;
    let wanted = 0;
    let tokens = 0;
    const started = performance.now();
    for (const question of questions) {
      const request = {
        question: question.question,
        evidence: question.evidence,
        foundValues: [],
        goldSqls: [],
        tokenBudget,
      };
      const linked = linkSchema(schema, request);
      const kept = new Set(linked.kept.map((table) => table.toLowerCase()));
      const hits = question.needed.map(
        (tables) => tables.filter((table) => kept.has(table)).length / Math.max(tables.length, 1),
      );
      const best = Math.max(...hits);
      complete += best === 1 ? 1 : 0;
      const seen = new Set([...kept, ...linked.others.map((table) => table.toLowerCase())]);
      named += question.needed.some((tables) => tables.every((table) => seen.has(table))) ? 1 : 0;
      found += best;
      wanted += 1;
      tokens = Math.max(tokens, linked.tokens);
      if (linked.tokens > tokenBudget) throw new Error(`over budget: ${linked.tokens} of ${tokenBudget}`);
      if (verbose && best < 1 && tokenBudget === 24_000)
        console.log(
          question.db_id,
          '|',
          question.question,
          '|',
          question.needed[0].filter((table) => !kept.has(table)).join(' '),
        );
    }
    const share = (part) => Number(((100 * part) / wanted).toFixed(2));
    // what the default budget is held to among 1,000 tables
    if (tokenBudget === 12_000 && (share(complete) < 97 || share(named) < 99)) process.exitCode = 1;
    console.log(
      JSON.stringify({
        linking: name,
        tables: schema.tables.length,
        wholeTokens: whole,
        tokenBudget,
        questions: wanted,
        recall: share(found),
        allTables: share(complete),
        allTablesOrNames: share(named),
        mostTokens: tokens,
        msPerQuestion: Number(((performance.now() - started) / wanted).toFixed(2)),
      }),
    );
  }
}
