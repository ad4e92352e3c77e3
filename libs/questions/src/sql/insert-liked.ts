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
  owner: string;
}

/** The new row; null if liked before, even concurrently. */
export const insertLiked = prepared<[row: LikedRow], GoldSqlRow>(
  {
    name: 'insert_liked',
    text: `insert into assay.gold_sqls (id, workspace_id, question, sql, evidence, run_id, owner, is_follow_up)
     select $1, $2, $3, $4, $5, $6::uuid, $7, follows is not null from assay.questions where run_id = $6::uuid
     on conflict (run_id) where run_id is not null do nothing
     returning id, question, sql, evidence, created_at as "createdAt"`,
  },
  ({ id, workspace, question, sql, evidence, run, owner }) => [id, workspace, question, sql, evidence, run, owner],
).first;
