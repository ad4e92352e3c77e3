import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/**
 * Newest first.
 * @param before start of the page
 */
export const goldSqlsToCheck = prepared<[workspace: Id, before: Id | null, limit: number], { id: Id; sql: string }>({
  name: 'gold_sqls_to_check',
  text: `select id, sql from assay.gold_sqls
     where workspace_id = $1 and ($2::uuid is null or id < $2::uuid) order by id desc limit $3`,
}).all;

/** Gold SQLs that the database did not bind, newest first. */
export const goldSqlsSetAside = prepared<[workspace: Id, limit: number], { id: Id; question: string; reason: string }>({
  name: 'gold_sqls_set_aside',
  text: `select id, question, set_aside as reason from assay.gold_sqls
     where workspace_id = $1 and set_aside is not null order by id desc limit $2`,
}).all;

/** Excludes gold SQLs with a reason; restores those without. */
export const setAsideGoldSqls = prepared<[found: readonly { id: Id; reason: string | null }[]]>(
  {
    name: 'set_aside_gold_sqls',
    text: `update assay.gold_sqls g set set_aside = found.reason, changed_at = clock_timestamp()
     from unnest($1::uuid[], $2::text[]) as found (id, reason)
     where g.id = found.id and g.set_aside is distinct from found.reason`,
  },
  (found) => [found.map(({ id }) => id), found.map(({ reason }) => reason)],
).run;

export const countGoldSqlsSetAside = prepared<[workspace: Id], { count: number }>({
  name: 'count_gold_sqls_set_aside',
  text: `select count(*)::integer as count from assay.gold_sqls where workspace_id = $1 and set_aside is not null`,
}).value((row) => row?.count ?? 0);
