import type { Id } from '@assay/contracts';
import { prepared } from '@assay/persistence';

/** Null if deleted. @param candidate from 1 */
export const readCandidateText = prepared<[run: Id, candidate: number], { text: string }>({
  name: 'read_candidate_text',
  text: 'select text from assay.story_candidates where run_id = $1 and ordinal = $2',
}).value((row) => row?.text ?? null);
