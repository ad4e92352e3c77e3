import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { GoldSqlRow } from '../curation/gold-sql-view.js';

const statement = {
  name: 'find_liked',
  text: `select id, question, sql, evidence, created_at as "createdAt" from assay.gold_sqls where run_id = $1`,
};

/** The gold SQL made of the winner, if any. */
export async function findLiked(database: Queryable, question: Id): Promise<GoldSqlRow | null> {
  const [row] = await database.query<GoldSqlRow>(statement, [question]);
  return row ?? null;
}
