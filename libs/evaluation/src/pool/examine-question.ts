import type { ResultTable } from '@assay/contracts';
import { canonicalSql, sqlComplexity } from '@assay/sql';
import { comparable, type Comparable } from '../comparison/comparable.js';
import { GoldResults } from '../comparison/gold-results.js';
import type { EvalDatabase, EvalQuestion, PoolCandidate } from '../dataset/dataset.js';
import type { QueryOutcome, QueryRunner } from '../execution/query-runner.js';
import type { ExaminedCluster, ExaminedQuestion, ExaminedText, ResultFacts } from './examined-question.js';
import { chooseText } from '../selection/choose-text.js';
import { createHash } from 'node:crypto';
import { rowKey } from '@assay/behaviour';

export async function examineQuestion(
  runner: QueryRunner,
  database: Pick<EvalDatabase, 'id' | 'dialect'>,
  question: EvalQuestion,
  candidates: readonly PoolCandidate[],
): Promise<ExaminedQuestion> {
  const startedAt = performance.now();
  const gold = await GoldResults.of(runner, database, question.gold);
  const clusters = new Map<string, Returned[]>();
  const failed: ExaminedQuestion['failed'] = [];
  const compared = new Map<QueryOutcome, Comparable>();
  const texts = new Map<string, ExaminedText>();
  for (const { system, sql } of candidates) {
    const outcome = await runner.run(database.id, sql);
    if (outcome.kind === 'failed') {
      failed.push({ system, reason: outcome.reason });
      continue;
    }
    const result = compared.get(outcome) ?? comparable(outcome.result);
    compared.set(outcome, result);
    clusters.set(result.set, [...(clusters.get(result.set) ?? []), { system, sql, table: outcome.result, result }]);
    const { hash } = await canonicalSql(sql, database.dialect);
    const text = texts.get(hash);
    if (text !== undefined) text.systems.push(system);
    else {
      const complexity = await sqlComplexity(sql, database.dialect);
      const columns = outcome.result.columns.map(({ name }) => name);
      const cluster = [...clusters.keys()].indexOf(result.set);
      texts.set(hash, { id: hash, sql, systems: [system], complexity, cluster, columns });
    }
  }
  return {
    id: question.id,
    database: database.id,
    question: question.question,
    clusters: [...clusters.values()].map((members, index) => {
      const own = [...texts.values()].filter(({ cluster }) => cluster === index);
      return clusterOf(members, chooseText(own, 'frequent'), gold);
    }),
    texts: [...texts.values()],
    behaviours: [],
    failed,
    goldFailures: [...gold.failures],
    seconds: (performance.now() - startedAt) / 1000,
  };
}

interface Returned {
  system: string;
  sql: string;
  table: ResultTable;
  result: Comparable;
}

/** @param text null if its candidates returned another result as well, and count there */
function clusterOf(members: readonly Returned[], text: ExaminedText | null, gold: GoldResults): ExaminedCluster {
  const { sql, table, result } = (members.find((member) => member.sql === text?.sql) ?? members[0]) as Returned;
  const systems = members.map(({ system }) => system);
  return { systems, sql, match: gold.match(result), facts: resultFacts(table, result) };
}

function resultFacts(result: ResultTable, { cells, rows, width }: Comparable): ResultFacts {
  const columns = result.columns.map(({ name }) => name);
  return { columns, rowCount: rows.length, contentKey: contentKey(cells, width) };
}

function contentKey(cells: readonly string[][], width: number): string {
  const columns = Array.from({ length: width }, (_, column) => rowKey(cells.map((row) => row[column] ?? '').sort()));
  return createHash('sha256').update(JSON.stringify(columns.sort())).digest('base64url');
}
