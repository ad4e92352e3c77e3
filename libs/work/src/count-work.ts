import type { FinishItem, FinishOutcome, StepRow } from '@assay/persistence';
import { countEvents, instruments } from '@assay/runtime/telemetry';

const TAKEN_BACK = new Set(['PROCESS_LOST', 'TASK_OVERDUE', 'CLAIM_FORGOTTEN']);

export function countWritten(item: FinishItem, outcome: FinishOutcome): void {
  for (const step of item.steps ?? []) if (step.kind === 'model') countCall(step);
  // the product matters only for ends of runs, which coordinators count
  countEvents('', item.events ?? []);
  if (item.finish) countEnd(item.finish, outcome);
}

function countCall(step: StepRow): void {
  const { modelCalls, modelTokens, modelCacheTokens, modelCost, modelDuration } = instruments();
  const labels = { agent: step.agent ?? '', model: step.model ?? '' };
  modelCalls.add(1, { ...labels, status: step.status });
  if (step.status !== 'answered') return;
  modelTokens.add(step.inputTokens ?? 0, { ...labels, direction: 'input' });
  modelTokens.add(step.outputTokens ?? 0, { ...labels, direction: 'output' });
  modelCacheTokens.add(step.cachedTokens ?? 0, { ...labels, use: 'read' });
  modelCacheTokens.add(step.cacheWriteTokens ?? 0, { ...labels, use: 'write' });
  modelCost.add(step.costUsd ?? 0, labels);
  modelDuration.record((step.latencyMs ?? 0) / 1000, labels);
}

function countEnd(finish: NonNullable<FinishItem['finish']>, { queue, status }: FinishOutcome): void {
  const { tasks, taskRetries } = instruments();
  const code = finish.status === 'DONE' ? '' : finish.error.code;
  if (TAKEN_BACK.has(code) && status !== 'DEAD') tasks.add(1, { queue, outcome: 'lost' });
  else {
    const outcome = OUTCOMES[status] ?? status.toLowerCase();
    tasks.add(1, status === 'DEAD' ? { queue, outcome, code } : { queue, outcome });
  }
  if (status === 'READY') taskRetries.add(1, { queue, code });
}

export const OUTCOMES: Partial<Record<string, string>> = { DONE: 'done', READY: 'retried', DEAD: 'dead' };
