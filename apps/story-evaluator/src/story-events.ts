import type { EventRow } from '@assay/persistence';
import type {
  CoverageReport,
  EvaluatePayload,
  EvaluateResult,
  NarratePayload,
  NarrateResult,
  StorySettings,
} from '@assay/stories';
import type { TaskContext } from '@assay/work';

export function evaluatedEvent(
  { input, payload }: Pick<TaskContext<StorySettings, EvaluatePayload>, 'input' | 'payload'>,
  result: EvaluateResult,
): EventRow {
  const evaluator = known(input.evaluators[payload.evaluator]).name;
  const label = known(input.labels[payload.candidate - 1]);
  if (result.status === 'failed') {
    const { stopReason, reason } = result;
    return { type: 'evaluator-failed', body: { evaluator, label, stopReason, reason } };
  }
  const { model, total, score } = result;
  return { type: 'story-evaluated', body: { evaluator, label, model, total, score } };
}

export function narratedEvent(
  { input, payload }: Pick<TaskContext<StorySettings, NarratePayload>, 'input' | 'payload'>,
  result: NarrateResult,
  coverage: CoverageReport | undefined,
): EventRow {
  const label = known(input.labels[payload.candidate - 1]);
  const { coveragePercent = 0, isValid = false } = coverage ?? {};
  const reason = result.status === 'failed' ? result.reason : null;
  return { type: 'chunk-narrated', body: { label, chunk: payload.chunk, coveragePercent, isValid, reason } };
}

function known<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('the task names what its stage does not have');
  return value;
}
