import { RequestProblem, type Id, type StoryEvaluationStatus } from '@assay/contracts';
import { prepared } from '@assay/persistence';
import { scopeOf, type Caller } from '@assay/contracts/requests';

/** Null if missing or out of the right's reach. */
export const findStory = prepared<
  [evaluation: Id, caller: Caller, right: 'ask' | 'seeStories'],
  { status: StoryEvaluationStatus }
>(
  {
    name: 'find_story',
    text: `select r.status from assay.runs r join assay.story_evaluations e on e.run_id = r.id
     where r.id = $1 and ($2::text is null or e.owner = $2)`,
  },
  (evaluation, caller, right) => [evaluation, ownerOf(caller, right)],
).first;

/** Owner filter of a caller; null for all. Stories belong to no workspace: those of others need a role in all. */
export function ownerOf(caller: Caller, right: 'ask' | 'seeStories'): string | null {
  const seesOthers = (['seeStories', right] as const).every((each) => scopeOf(caller, each, 'others') === null);
  return seesOthers ? null : caller.owner;
}

/** Missing and invisible evaluations give the same error. */
export function storyNotFound(): RequestProblem {
  return new RequestProblem(404, 'STORY_EVALUATION_NOT_FOUND', 'There is no such story evaluation.');
}
