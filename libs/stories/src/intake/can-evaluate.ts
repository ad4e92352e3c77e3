import { MODEL_NOT_CONFIGURED, type ErrorNote } from '@assay/contracts';
import type { StoryEvaluationRequest } from '@assay/requests';

/** Whether there is a model to evaluate a story with: true, or why the request is refused. */
export type CanEvaluate = (request: StoryEvaluationRequest) => true | ErrorNote;

/** The part of the configuration of models that says whether there are any. */
export interface StoryModels {
  endpoint: object | null;
  modelFor(agent: 'story-evaluator', level: 'BASIC'): object | null;
}

/** Evaluates whatever there are models for: the configured one, or those that the evaluators name. */
export function evaluatesWithModels(models: StoryModels): CanEvaluate {
  const { endpoint } = models;
  const hasOwn = models.modelFor('story-evaluator', 'BASIC') !== null;
  return ({ evaluators, tts }) => {
    const namesAll = tts === undefined && evaluators.every(({ model }) => model !== undefined);
    return (endpoint !== null && (hasOwn || namesAll)) || MODEL_NOT_CONFIGURED;
  };
}
