import type { Settings, StageKind } from '@assay/contracts';
import { hasEnded } from '@assay/contracts/plain';
import type { StageState, StageTask } from './question-run.js';

const STAGES_WITH_STRAGGLERS: ReadonlySet<StageKind> = new Set(['generate', 'precompute-tests', 'evaluation-tests']);

/** Extra time for a replaced prober or a starting scratch server. */
const PROBER_WAIT_MS = 12_000;

/** Imperceptible; most probes take less. */
const WITNESS_WAIT_MS = 400;

/** Open tasks at which a stage may first go on; 0 waits for all. */
export function mayLeaveOpen(kind: StageKind, tasks: number, settings: Pick<Settings, 'stragglers'>): number {
  if (settings.stragglers === null || !STAGES_WITH_STRAGGLERS.has(kind)) return 0;
  // floating point: 0.7 × 10 can be 7.000000000000001
  return tasks - Math.ceil(settings.stragglers.endedShare * tasks - 1e-9);
}

/**
 * Ms of Postgres's clock; null while too few have ended. One success is required: fast failures must not displace slow
 * results.
 */
export function abandonsStragglersAt(
  stage: StageState,
  settings: Pick<Settings, 'stragglers' | 'probe'>,
): number | null {
  if (stage.kind === 'probe') return Math.ceil(stage.startedAt + settings.probe.seconds * 1000 + PROBER_WAIT_MS);
  if (settings.stragglers === null) return null;
  const tasks: readonly StageTask[] = stage.tasks;
  const ended = tasks.filter((task) => hasEnded(task.status));
  const open = tasks.length - ended.length;
  if (open === 0 || open > mayLeaveOpen(stage.kind, tasks.length, settings)) return null;
  if (!ended.some((task) => task.status === 'DONE')) return null;
  return Math.ceil(stage.startedAt + settings.stragglers.medianFactor * median(ended.map(durationOf)));
}

/** Until when second-moment tests wait for witnesses; ms of Postgres's clock. */
export function witnessesAwaitedUntil({ startedAt }: Pick<StageState, 'startedAt'>): number {
  return startedAt + WITNESS_WAIT_MS;
}

export function wakeTimes(stage: StageState, settings: Pick<Settings, 'stragglers' | 'probe'>): number[] {
  const left = abandonsStragglersAt(stage, settings);
  return [...(left === null ? [] : [left]), ...(stage.kind === 'probe' ? [witnessesAwaitedUntil(stage)] : [])];
}

/** From the stage's start if known (queueing is not the task's fault), else from the claim. */
function durationOf(task: StageTask): number {
  return task.endedAfterMs ?? task.elapsedMs ?? 0;
}

/** 0 for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (lower + upper) / 2;
}
