import { noModel, type ErrorNote } from '@assay/contracts';
import type { StoryEvaluationRequest } from '@assay/requests';

/** True, or why no model can. */
export type CanEvaluate = (request: StoryEvaluationRequest) => true | ErrorNote | Promise<true | ErrorNote>;

export interface StoryModels {
  endpoint: object | null;
  problem?: string | null;
  modelFor(agent: 'story-evaluator', level: 'BASIC'): object | null;
}

/** By configured or named models. */
export function evaluatesWithModels(models: StoryModels): (request: StoryEvaluationRequest) => true | ErrorNote {
  return ({ evaluators, tts }) => {
    const hasOwn = models.modelFor('story-evaluator', 'BASIC') !== null;
    const namesAll = tts === undefined && evaluators.every(({ model }) => model !== undefined);
    return (models.endpoint !== null && (hasOwn || namesAll)) || noModel(models.problem);
  };
}
