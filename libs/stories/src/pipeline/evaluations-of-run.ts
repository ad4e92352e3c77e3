import type { ErrorNote } from '@assay/contracts';
import type { GivenScore } from '../ranking/rank-candidates.js';
import type { FailedEvaluator } from './story-command.js';
import type { StoryRun } from './story-run.js';

export interface RunEvaluations {
  given: GivenScore[];
  failed: FailedEvaluator[];
  errors: ErrorNote[];
}

/** Tasks are identified by their payload, so their order does not matter. */
export function evaluationsOf({ settings, stages }: StoryRun): RunEvaluations {
  const evaluations: RunEvaluations = { given: [], failed: [], errors: [] };
  for (const stage of stages) {
    if (stage.kind !== 'evaluate-story') continue;
    for (const { payload, result, status, error } of stage.tasks) {
      const evaluator = settings.evaluators[payload.evaluator]?.name ?? '';
      const label = settings.labels[payload.candidate - 1] ?? '';
      if (result?.status === 'evaluated') {
        evaluations.given.push({ evaluator, label, score: result.score });
      } else if (result?.status === 'failed') {
        evaluations.failed.push({ evaluator, label, reason: result.reason });
      } else if (status === 'DEAD') {
        const note = error ?? { code: 'INTERNAL', message: 'The task ended without an error message.' };
        evaluations.failed.push({ evaluator, label, reason: `${note.code}: ${note.message}` });
        evaluations.errors.push(note);
      }
    }
  }
  return evaluations;
}
