import type { QuestionResult } from '@assay/contracts';

type ListedSql = QuestionResult['sqlList'][number];

/** Merges equal SQL of different levels. */
export function distinctSqls(sqlList: readonly ListedSql[]): ListedSql[] {
  const bySql = new Map<string, ListedSql>();
  for (const { sql, failedTests } of sqlList) {
    const text = sql.trim();
    const before = bySql.get(text);
    const known = new Set(before?.failedTests.map(({ test }) => test));
    const more = failedTests.filter(({ test }) => !known.has(test));
    bySql.set(text, { sql: before?.sql ?? sql, failedTests: [...(before?.failedTests ?? []), ...more] });
  }
  return [...bySql.values()];
}
