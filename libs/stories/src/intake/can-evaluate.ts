import { noModel, type ErrorNote } from '@assay/contracts';
import type { StoryEvaluationRequest } from '@assay/contracts/requests';

/** True if there are models for the request, else why not. */
export type CanEvaluate = (request: StoryEvaluationRequest) => true | ErrorNote | Promise<true | ErrorNote>;

export interface StoryModels {
  endpoint: object | null;
  problem?: string | null;
  modelFor(agent: 'story-evaluator', level: 'BASIC'): object | null;
}

/** Needs an endpoint, and a configured model unless the request names one for each evaluator and is not narrated. */
export function evaluatesWithModels(models: StoryModels): (request: StoryEvaluationRequest) => true | ErrorNote {
  return ({ evaluators, tts }) => {
    const hasOwn = models.modelFor('story-evaluator', 'BASIC') !== null;
    const namesAll = tts === undefined && evaluators.every(({ model }) => model !== undefined);
    return (models.endpoint !== null && (hasOwn || namesAll)) || noModel(models.problem);
  };
}
