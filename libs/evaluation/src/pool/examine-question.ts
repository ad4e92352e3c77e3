import { comparable, type Comparable } from '../comparison/comparable.js';
import { GoldResults } from '../comparison/gold-results.js';
import type { EvalDatabase, EvalQuestion, PoolCandidate } from '../dataset/dataset.js';
import type { QueryOutcome, QueryRunner } from '../execution/query-runner.js';
import type { ExaminedCluster, ExaminedQuestion } from './examined-question.js';
import { resultFacts } from './result-facts.js';

/** Executes the gold and every candidate of a question, and puts together what returned the same set of rows. */
export async function examineQuestion(
  runner: QueryRunner,
  database: Pick<EvalDatabase, 'id' | 'dialect'>,
  question: EvalQuestion,
  candidates: readonly PoolCandidate[],
): Promise<ExaminedQuestion> {
  const startedAt = performance.now();
  const gold = await GoldResults.of(runner, database, question.gold);
  const clusters = new Map<string, ExaminedCluster>();
  const failed: ExaminedQuestion['failed'] = [];
  const compared = new Map<QueryOutcome, Comparable>();
  for (const { system, sql } of candidates) {
    const outcome = await runner.run(database.id, sql);
    if (outcome.kind === 'failed') {
      failed.push({ system, reason: outcome.reason });
      continue;
    }
    // Equal SQL has one outcome: it is made ready for comparison once.
    const result = compared.get(outcome) ?? comparable(outcome.result);
    compared.set(outcome, result);
    const known = clusters.get(result.set);
    if (known !== undefined) {
      known.systems.push(system);
      continue;
    }
    const facts = resultFacts(outcome.result, result);
    clusters.set(result.set, { systems: [system], sql, match: gold.match(result), facts });
  }
  return {
    id: question.id,
    database: database.id,
    question: question.question,
    clusters: [...clusters.values()],
    failed,
    goldFailures: [...gold.failures],
    seconds: (performance.now() - startedAt) / 1000,
  };
}
