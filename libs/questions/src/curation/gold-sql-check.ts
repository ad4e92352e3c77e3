import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { goldSqlsToCheck, setAsideGoldSqls } from '../sql/set-aside-gold-sqls.js';

/** Gold SQLs that are explained at once. */
const PAGE = 100;

/** Why statements could not run, each by itself; null for those that could. */
export type ExplainSqls = (sqls: string[]) => Promise<(string | null)[]>;

/**
 * Has the database bind all gold SQLs of a workspace again, the newest first, page by page: what its tables no longer
 * allow (a column is gone, or has another type) is set aside, with the reason, and what they allow again takes part
 * again. What was checked stays so where it ends early.
 *
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
