import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const readStatement = {
  name: 'gold_sqls_to_check',
  text: `select id, sql from assay.gold_sqls
     where workspace_id = $1 and ($2::uuid is null or id < $2::uuid) order by id desc limit $3`,
};

const setStatement = {
  name: 'set_aside_gold_sqls',
  text: `update assay.gold_sqls g set set_aside = found.reason, changed_at = clock_timestamp()
     from unnest($1::uuid[], $2::text[]) as found (id, reason)
     where g.id = found.id and g.set_aside is distinct from found.reason`,
};

const countStatement = {
  name: 'count_gold_sqls_set_aside',
  text: `select count(*)::integer as count from assay.gold_sqls where workspace_id = $1 and set_aside is not null`,
};

const asideStatement = {
  name: 'gold_sqls_set_aside',
  text: `select id, question, set_aside as reason from assay.gold_sqls
     where workspace_id = $1 and set_aside is not null order by id desc limit $2`,
};

/** All gold SQLs of a workspace, newest first. @param before start of the page */
export async function goldSqlsToCheck(
  database: Queryable,
  workspace: Id,
  before: Id | null,
  limit: number,
): Promise<{ id: Id; sql: string }[]> {
  return database.query<{ id: Id; sql: string }>(readStatement, [workspace, before, limit]);
}

/** Gold SQLs that the database did not bind, newest first. */
export async function goldSqlsSetAside(
  database: Queryable,
  workspace: Id,
  limit: number,
): Promise<{ id: Id; question: string; reason: string }[]> {
  return database.query<{ id: Id; question: string; reason: string }>(asideStatement, [workspace, limit]);
}

/** Excludes gold SQLs with a reason; restores those without. */
export async function setAsideGoldSqls(
  database: Queryable,
  found: readonly { id: Id; reason: string | null }[],
): Promise<void> {
  await database.query(setStatement, [found.map(({ id }) => id), found.map(({ reason }) => reason)]);
}

export async function countGoldSqlsSetAside(database: Queryable, workspace: Id): Promise<number> {
  const [row] = await database.query<{ count: number }>(countStatement, [workspace]);
  return row?.count ?? 0;
}
