import type { Id } from '@assay/contracts';
import { prepared, toJsonb } from '@assay/persistence';
import type { FinishStory } from '../pipeline/story-command.js';

export const finishEvaluation = prepared<[run: Id, finish: FinishStory]>(
  {
    name: 'finish_story',
    text: 'update assay.story_evaluations set ranking = $2, choice = $3, failed_evaluators = $4 where run_id = $1',
  },
  (run, { ranking, choice, failedEvaluators }) => [run, toJsonb(ranking), choice, toJsonb(failedEvaluators)],
).run;
