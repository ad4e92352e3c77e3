import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

export const nameQuestion = prepared<[question: Id, name: string | null]>({
  name: 'name_question',
  text: 'update assay.questions set name = $2 where run_id = $1',
}).run;
