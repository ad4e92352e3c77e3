import type { GoldSql, Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Newest gold SQLs in use per workspace; bounds memory and update time. */
const MOST_GOLD_SQLS = 10_000;

export interface GoldSqlRow extends GoldSql {
  id: Id;
  /** Equal for the same question. */
  words: string;
}

export const goldSqlsVersion = prepared<[workspace: Id], { version: string }>({
  name: 'gold_sqls_version',
  // every insert, delete or exclusion changes one of the three
  text: `select concat(count(*), ' ', max(created_at), ' ', max(changed_at)) as version from assay.gold_sqls where workspace_id = $1`,
}).value((row) => row?.version ?? '');

export const goldSqlIds = prepared<[workspace: Id], { id: Id }>({
  name: 'gold_sql_ids',
  text: `select id from assay.gold_sqls where workspace_id = $1 and set_aside is null order by created_at desc limit ${MOST_GOLD_SQLS}`,
}).map(({ id }) => id);

export const goldSqlRows = prepared<[ids: readonly Id[]], GoldSqlRow>({
  name: 'gold_sql_rows',
  text: 'select id, question, sql, evidence, words from assay.gold_sqls where id = any ($1) order by created_at',
}).all;
