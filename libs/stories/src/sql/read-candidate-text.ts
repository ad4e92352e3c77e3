import type { Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';

const statement = {
  name: 'read_candidate_text',
  text: 'select text from assay.story_candidates where run_id = $1 and ordinal = $2',
};

/** Null if deleted. @param candidate from 1 */
export async function readCandidateText(database: Queryable, run: Id, candidate: number): Promise<string | null> {
  const [row] = await database.query<{ text: string }>(statement, [run, candidate]);
  return row?.text ?? null;
}
