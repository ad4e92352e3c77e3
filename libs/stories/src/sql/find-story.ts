import { RequestProblem, type Id, type StoryEvaluationStatus } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import type { Caller } from '@assay/requests';

const statement = {
  name: 'find_story',
  text: `select r.status from assay.runs r join assay.story_evaluations e on e.run_id = r.id
     where r.id = $1 and ($2::text is null or e.owner = $2)`,
};

/** Null if missing or invisible; admins see all. */
export async function findStory(
  database: Queryable,
  evaluation: Id,
  caller: Caller,
): Promise<{ status: StoryEvaluationStatus } | null> {
  const [row] = await database.query<{ status: StoryEvaluationStatus }>(statement, [evaluation, ownerOf(caller)]);
  return row ?? null;
}

/** Owner filter of a caller; null for all. */
export function ownerOf(caller: Caller): string | null {
  return caller.admin ? null : caller.owner;
}

/** Missing and invisible evaluations give the same error. */
export function storyNotFound(): RequestProblem {
  return new RequestProblem(404, 'STORY_EVALUATION_NOT_FOUND', 'There is no such story evaluation.');
}
