import type { QuestionResult } from '@assay/contracts';

type ListedSql = QuestionResult['sqlList'][number];

/** SQL of a result for people: one that came again at another level is listed once, with all that it failed. */
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
