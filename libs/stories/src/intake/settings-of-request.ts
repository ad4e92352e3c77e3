import type { StorySettings } from '../pipeline/story-run.js';
import type { StoryEvaluationRequest } from '@assay/contracts/requests';

/** Low, for consistent judgements. */
const DEFAULT_TEMPERATURE = 0.2;
const DEFAULT_ATTEMPTS = 3;
const DEFAULT_MIN_EVALUATORS = 2;
const DEFAULT_THRESHOLD = 90;

export function settingsOf(request: StoryEvaluationRequest): StorySettings {
  const { storyId, candidates, evaluators, criteria, responseFormat, minimumScore, mode, retry, tts } = request;
  return {
    storyId,
    labels: candidates.map(({ label }) => label),
    evaluators: evaluators.map(({ name, model, temperature, instructions, coherence }) => ({
      name,
      model: model ?? null,
      temperature: temperature ?? DEFAULT_TEMPERATURE,
      instructions: instructions?.trim() ? instructions : null,
      coherence: coherence ?? false,
    })),
    criteria: criteria ?? [],
    responseFormat: responseFormat ?? null,
    mode,
    minEvaluators: request.minEvaluators ?? Math.min(DEFAULT_MIN_EVALUATORS, evaluators.length),
    minimumScore: minimumScore ?? null,
    attempts: retry?.attempts ?? DEFAULT_ATTEMPTS,
    fallbackModel: retry?.fallbackModel ?? null,
    responseChecker: request.responseChecker ? { model: request.responseChecker.model ?? null } : null,
    ttsThreshold: tts ? (tts.threshold ?? DEFAULT_THRESHOLD) : null,
  };
}
