import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { goldSqlsToCheck, setAsideGoldSqls } from '../sql/set-aside-gold-sqls.js';

/** Gold SQLs per explain. */
const PAGE = 100;

export type ExplainSqls = (sqls: string[]) => Promise<(string | null)[]>;

/**
 * Explains a workspace's gold SQLs again, newest first. Excludes those that no longer bind, with the reason, and
 * restores those that do. Progress is kept on failure.
 * @throws what `explain` throws
 */
export async function checkGoldSqls(database: Queryable, workspace: Id, explain: ExplainSqls): Promise<void> {
  let last: Id | null = null;
  for (;;) {
    const page: { id: Id; sql: string }[] = await goldSqlsToCheck(database, workspace, last, PAGE);
    if (page.length === 0) return;
    const problems = await explain(page.map(({ sql }) => sql));
    const found = page.map(({ id }, index) => ({ id, reason: problems[index] ?? null }));
    await setAsideGoldSqls(database, found);
    last = page.at(-1)?.id ?? null;
  }
}
