import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Gold SQLs in use of the same words and evidence, of no follow-up; newest first. */
export const findKnown = prepared<[workspace: Id, question: string, evidence: string], { id: Id; sql: string }>({
  name: 'find_known',
  text: `select id, sql from assay.gold_sqls
     where workspace_id = $1 and md5(words) = md5(assay.question_words($2)) and words = assay.question_words($2)
       and btrim(coalesce(evidence, '')) = btrim($3) and set_aside is null and not is_follow_up
     order by created_at desc limit 3`,
}).all;
