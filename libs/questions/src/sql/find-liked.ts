import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { GoldSqlRow } from '../curation/gold-sql-view.js';

export const findLiked = prepared<[question: Id], GoldSqlRow>({
  name: 'find_liked',
  text: `select id, question, sql, evidence, created_at as "createdAt" from assay.gold_sqls where run_id = $1`,
}).first;
