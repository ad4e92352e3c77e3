import type { GoldSql, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

/** Newest gold SQLs in use per workspace; bounds memory and update time. */
const MOST_GOLD_SQLS = 10_000;

/** As stored. */
export interface GoldSqlRow extends GoldSql {
  id: Id;
}

const versionStatement = {
  name: 'gold_sqls_version',
  // every insert, delete or exclusion changes one of the three
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

/** Changes with every change of the gold SQLs. */
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
