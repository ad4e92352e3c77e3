import { RequestProblem, type Id, type StoryEvaluationStatus } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import type { Caller } from '@assay/requests';

/** Null if missing or invisible; admins see all. */
export const findStory = prepared<[evaluation: Id, caller: Caller], { status: StoryEvaluationStatus }>(
  {
    name: 'find_story',
    text: `select r.status from assay.runs r join assay.story_evaluations e on e.run_id = r.id
     where r.id = $1 and ($2::text is null or e.owner = $2)`,
  },
  (evaluation, caller) => [evaluation, ownerOf(caller)],
).first;

/** Owner filter of a caller; null for all. */
export function ownerOf(caller: Caller): string | null {
  return caller.admin ? null : caller.owner;
}

/** Missing and invisible evaluations give the same error. */
export function storyNotFound(): RequestProblem {
  return new RequestProblem(404, 'STORY_EVALUATION_NOT_FOUND', 'There is no such story evaluation.');
}
