import { ordersRows } from '@assay/sql';
import { comparable } from '../comparison/comparable.js';
import type { CandidatePool, Dataset, EvalQuestion } from '../dataset/dataset.js';
import type { QueryRunner } from '../execution/query-runner.js';
import { TargetQueryRunner } from '../execution/target-query-runner.js';
import { sqliteUrl } from '../execution/sqlite-url.js';
import type { Journal } from '../journal/journal.js';
import type { Variants } from './read-variants.js';
import { SuiteMatch, suiteResult, type SuiteResult } from './suite-match.js';

export interface SuiteVerdicts {
  id: string;
  right: Record<string, string[]>;
}

interface JudgedQuestion {
  id: string;
  golds: { sql: string; ordered: boolean }[];
  /** By text: one match per gold. */
  matches: Map<string, SuiteMatch[]>;
}

const AT_ONCE = 16;

/**
 * Skips databases in the journal.
 * @returns right texts by question id
 */
export async function examineSuite(
  dataset: Dataset,
  pool: CandidatePool,
  variants: Variants,
  journal: Journal<SuiteVerdicts>,
  options: { signal: AbortSignal },
): Promise<Map<string, ReadonlySet<string>>> {
  for (const { id, path } of dataset.databases) {
    if (journal.get(id) !== undefined) continue;
    const questions = dataset.questions.filter(({ database }) => database === id);
    const judged = await Promise.all(questions.map((question) => judgedQuestion(question, pool)));
    for (const file of [path, ...(variants.get(id) ?? [])]) await addVariant(file, judged, options.signal);
    await journal.add({ id, right: Object.fromEntries(judged.map((question) => [question.id, rightOf(question)])) });
  }
  const verdicts = dataset.databases.flatMap(({ id }) => journal.get(id) ?? []);
  return new Map(verdicts.flatMap(({ right }) => Object.entries(right).map(([id, texts]) => [id, new Set(texts)])));
}

async function judgedQuestion({ id, gold }: EvalQuestion, pool: CandidatePool): Promise<JudgedQuestion> {
  const texts = [...new Set((pool.get(id) ?? []).map(({ sql }) => sql))];
  const golds = await Promise.all(gold.map(async (sql) => ({ sql, ordered: await ordersRows(sql, 'sqlite') })));
  return { id, golds, matches: new Map(texts.map((text) => [text, golds.map(() => new SuiteMatch())])) };
}

function rightOf({ matches }: JudgedQuestion): string[] {
  return [...matches].filter(([, byGold]) => byGold.some(({ isRight }) => isRight)).map(([text]) => text);
}

async function addVariant(file: string, questions: readonly JudgedQuestion[], signal: AbortSignal): Promise<void> {
  const runner = new TargetQueryRunner([{ id: file, dialect: 'sqlite', url: sqliteUrl(file) }], signal);
  const open = questions.values();
  const worker = async (): Promise<void> => {
    for (const question of open) await addQuestion(file, question, runner);
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await runner.close();
  }
}

async function addQuestion(file: string, { golds, matches }: JudgedQuestion, runner: QueryRunner): Promise<void> {
  const run = async (sql: string): Promise<SuiteResult | null> => {
    const outcome = await runner.run(file, sql);
    return outcome.kind === 'failed' ? null : suiteResult(comparable(outcome.result));
  };
  const wanted = await Promise.all(golds.map(({ sql }) => run(sql)));
  for (const [text, byGold] of matches) {
    if (!byGold.some(({ isRight }) => isRight)) continue;
    const found = await run(text);
    byGold.forEach((match, index) => {
      const gold = wanted[index];
      if (gold) match.add(gold, found, golds[index]?.ordered ?? false);
    });
  }
}
