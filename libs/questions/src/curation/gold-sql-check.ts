import type { Id } from '@assay/contracts';
import type { TaskRuntime } from '@assay/work';
import { goldSqlsToCheck, setAsideGoldSqls } from '../sql/set-aside-gold-sqls.js';

/** Gold SQLs that are looked at: the newest. */
const MOST = 1000;
/** Gold SQLs of one request to db-sampler. */
const BATCH = 100;
const BATCH_TIMEOUT_MS = 60_000;

/**
 * Has the database bind the gold SQLs of a workspace again: what its tables no longer allow is set aside, with the
 * reason, and what they allow again takes part again.
 *
 * @throws what db-sampler gave while the database is away
 */
export async function checkGoldSqls(
  work: Pick<TaskRuntime, 'database' | 'databaseCalls'>,
  workspace: Id,
): Promise<void> {
  const goldSqls = await goldSqlsToCheck(work.database, workspace, MOST);
  for (let start = 0; start < goldSqls.length; start += BATCH) {
    const batch = goldSqls.slice(start, start + BATCH);
    const { answer } = await work.databaseCalls.ask<'explain'>(
      { run: null, workspace, signal: AbortSignal.timeout(BATCH_TIMEOUT_MS) },
      { kind: 'explain', sqls: batch.map(({ sql }) => sql) },
    );
    const found = batch.map(({ id }, index) => ({ id, reason: answer.problems[index] ?? null }));
    await setAsideGoldSqls(work.database, found);
  }
}
