import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { GoldSqlRow } from '../curation/gold-sql-view.js';
import { answered, bare } from './corrected-sql.js';

export interface LikedRow {
  id: Id;
  workspace: Id;
  question: string;
  sql: string;
  evidence: string | null;
  run: Id;
  owner: string;
}

/** The gold SQL of the question, or that which answered it; liked again, it is the newest. */
export const insertLiked = prepared<[row: LikedRow], GoldSqlRow & { created: boolean }>(
  {
    name: 'insert_liked',
    text: `with known as (
       update assay.gold_sqls g set created_at = now() from assay.questions q
       where q.run_id = $6::uuid and ${answered(bare('$4::text'))} returning g.*
     ), own as (
       insert into assay.gold_sqls (id, workspace_id, question, sql, evidence, run_id, owner, is_follow_up)
       select $1::uuid, $2::uuid, $3, $4, $5, $6::uuid, $7, follows is not null from assay.questions
       where run_id = $6::uuid and not exists (select from known)
       on conflict (run_id) where run_id is not null do update
         set sql = excluded.sql, set_aside = null, changed_at = clock_timestamp(), created_at = now()
       returning *
     )
     select id, question, sql, evidence, created_at as "createdAt", id = $1::uuid as created
     from (select * from own union all select * from known) liked`,
  },
  ({ id, workspace, question, sql, evidence, run, owner }) => [id, workspace, question, sql, evidence, run, owner],
).first;
