import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { GoldSqlRow } from '../curation/gold-sql-view.js';

export interface LikedRow {
  id: Id;
  workspace: Id;
  question: string;
  sql: string;
  evidence: string | null;
  run: Id;
}

/** The new row; null if liked before, even concurrently. */
export const insertLiked = prepared<[row: LikedRow], GoldSqlRow>(
  {
    name: 'insert_liked',
    text: `insert into assay.gold_sqls (id, workspace_id, question, sql, evidence, run_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (run_id) where run_id is not null do nothing
     returning id, question, sql, evidence, created_at as "createdAt"`,
  },
  ({ id, workspace, question, sql, evidence, run }) => [id, workspace, question, sql, evidence, run],
).first;
