import type { GoldSql, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** Gold SQLs of a workspace that take part: the newest ones. Bounds memory, and the time that a change costs. */
const MOST_GOLD_SQLS = 10_000;

/** A gold SQL as it is stored. */
export interface GoldSqlRow extends GoldSql {
  id: Id;
}

const versionStatement = {
  name: 'gold_sqls_version',
  // every change of a workspace's gold SQLs, which are added, removed and set aside, changes one of the three
  text: `select concat(count(*), ' ', max(created_at), ' ', max(changed_at)) as version from assay.gold_sqls where workspace_id = $1`,
};

const idsStatement = {
  name: 'gold_sql_ids',
  text: `select id from assay.gold_sqls where workspace_id = $1 and set_aside is null order by created_at desc limit ${MOST_GOLD_SQLS}`,
};

const rowsStatement = {
  name: 'gold_sql_rows',
  text: 'select id, question, sql, evidence from assay.gold_sqls where id = any ($1) order by created_at',
};

/** A text that is another one after every change of a workspace's gold SQLs. */
export async function goldSqlsVersion(database: Queryable, workspace: Id): Promise<string> {
  const [row] = await database.query<{ version: string }>(versionStatement, [workspace]);
  return row?.version ?? '';
}

export async function goldSqlIds(database: Queryable, workspace: Id): Promise<Id[]> {
  return (await database.query<{ id: Id }>(idsStatement, [workspace])).map(({ id }) => id);
}

/** Oldest first. */
export async function goldSqlRows(database: Queryable, ids: readonly Id[]): Promise<GoldSqlRow[]> {
  return database.query<GoldSqlRow>(rowsStatement, [ids]);
}
