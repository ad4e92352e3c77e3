import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Names a question; null removes the name. False outside the scope. */
export const nameQuestion = prepared<[question: Id, scope: readonly Id[] | null, name: string | null]>({
  name: 'name_question',
  text: `update assay.questions set name = $3
     where run_id = $1 and ($2::uuid[] is null or workspace_id = any ($2)) returning run_id as id`,
}).any;
