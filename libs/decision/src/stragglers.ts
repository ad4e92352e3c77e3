import type { Settings, StageKind } from '@assay/contracts';
import { hasEnded } from '@assay/contracts/plain';
import type { StageState, StageTask } from './question-run.js';

/** The stages that go on without their slowest jobs; all others wait for every one. */
const STAGES_WITH_STRAGGLERS: ReadonlySet<StageKind> = new Set(['generate', 'precompute-tests', 'evaluation-tests']);

/** Beyond its own time: a prober that was killed is replaced, a scratch server is started for the first time. */
const PROBER_PATIENCE_MS = 12_000;

/** What a person does not notice; telling candidates apart mostly takes less. */
const WITNESS_WAIT_MS = 400;

/** How many of a stage's tasks may be open when it may first go on without them; 0 where it waits for all. */
export function mayLeaveOpen(kind: StageKind, tasks: number, settings: Pick<Settings, 'stragglers'>): number {
  if (settings.stragglers === null || !STAGES_WITH_STRAGGLERS.has(kind)) return 0;
  // 0.7 × 10 is 7.000000000000001 for some shares: without the allowance one job more would be waited for.
  return tasks - Math.ceil(settings.stragglers.endedShare * tasks - 1e-9);
}

/**
 * The moment from which an open stage goes on without its open tasks, in milliseconds of Postgres's clock; null while
 * too few have ended. At least one must have succeeded: what failed fast must not push out what may yet deliver.
 */
export function leavesStragglersAt(stage: StageState, settings: Pick<Settings, 'stragglers' | 'probe'>): number | null {
  if (stage.kind === 'probe') return Math.ceil(stage.startedAt + settings.probe.seconds * 1000 + PROBER_PATIENCE_MS);
  if (settings.stragglers === null) return null;
  const tasks: readonly StageTask[] = stage.tasks;
  const ended = tasks.filter((task) => hasEnded(task.status));
  const open = tasks.length - ended.length;
  if (open === 0 || open > mayLeaveOpen(stage.kind, tasks.length, settings)) return null;
  if (!ended.some((task) => task.status === 'DONE')) return null;
  return Math.ceil(stage.startedAt + settings.stragglers.medianFactor * median(ended.map(durationOf)));
}

/** Until when tests of the second moment wait for what parts the candidates; milliseconds of Postgres's clock. */
export function witnessesAwaitedUntil({ startedAt }: Pick<StageState, 'startedAt'>): number {
  return startedAt + WITNESS_WAIT_MS;
}

/** Moments at which an open stage lets something go on although its tasks have not ended. */
export function wakingMoments(stage: StageState, settings: Pick<Settings, 'stragglers' | 'probe'>): number[] {
  const left = leavesStragglersAt(stage, settings);
  return [...(left === null ? [] : [left]), ...(stage.kind === 'probe' ? [witnessesAwaitedUntil(stage)] : [])];
}

/** From the stage's start where that is known (time in the queue is no fault of a task), else from the claim. */
function durationOf(task: StageTask): number {
  return task.endedAfterMs ?? task.elapsedMs ?? 0;
}

/** The middle value, or the mean of the two middle ones; 0 of nothing. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((left, right) => left - right);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (lower + upper) / 2;
}
