import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { GoldSqlRow } from '../curation/gold-sql-view.js';

export interface LikedRow {
  id: Id;
  workspace: Id;
  question: string;
  sql: string;
  evidence: string | null;
  run: Id;
}

const statement = {
  name: 'insert_liked',
  text: `insert into assay.gold_sqls (id, workspace_id, question, sql, evidence, run_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (run_id) where run_id is not null do nothing
     returning id, question, sql, evidence, created_at as "createdAt"`,
};

/** The new row; null if liked before, even concurrently. */
export async function insertLiked(database: Queryable, row: LikedRow): Promise<GoldSqlRow | null> {
  const { id, workspace, question, sql, evidence, run } = row;
  const [inserted] = await database.query<GoldSqlRow>(statement, [id, workspace, question, sql, evidence, run]);
  return inserted ?? null;
}
