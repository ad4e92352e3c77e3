import { MODEL_NOT_CONFIGURED, type ErrorNote } from '@assay/contracts';
import type { StoryEvaluationRequest } from '@assay/requests';

/** True, or why no model can. */
export type CanEvaluate = (request: StoryEvaluationRequest) => true | ErrorNote;

export interface StoryModels {
  endpoint: object | null;
  modelFor(agent: 'story-evaluator', level: 'BASIC'): object | null;
}

/** By configured or named models. */
export function evaluatesWithModels(models: StoryModels): CanEvaluate {
  const { endpoint } = models;
  const hasOwn = models.modelFor('story-evaluator', 'BASIC') !== null;
  return ({ evaluators, tts }) => {
    const namesAll = tts === undefined && evaluators.every(({ model }) => model !== undefined);
    return (endpoint !== null && (hasOwn || namesAll)) || MODEL_NOT_CONFIGURED;
  };
}
