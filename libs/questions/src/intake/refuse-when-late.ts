import { QUEUE_OF_STAGE, RequestProblem, type Settings, type StageKind, type TaskQueue } from '@assay/contracts';
import type { AskSituation } from '../sql/resolve-ask.js';

const LONGEST_RETRY_SECONDS = 60;

/** Stages of every question; queues of other stages are ignored. */
const ALWAYS: readonly StageKind[] = ['prepare', 'generate'];
const JUDGED: readonly StageKind[] = ['evaluation-tests', 'evaluate'];

/**
 * Back-pressure: refuses if work of this workspace that the question needs has waited longer than half the deadline.
 * @throws RequestProblem 429 `OVERLOADED` with the retry delay
 */
export function refuseWhenLate(waitingSeconds: AskSituation['waitingSeconds'], settings: Settings): void {
  const half = settings.deadlineSeconds / 2;
  const longest = Math.max(0, ...queuesOf(settings).map((queue) => waitingSeconds[queue] ?? 0));
  if (longest <= half) return;
  const wait = Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(longest - half)));
  throw new RequestProblem(429, 'OVERLOADED', 'More work is waiting than can be finished in time. Try again later.', {
    retryAfterSeconds: wait,
  });
}

function queuesOf({ bypassEvaluation }: Settings): TaskQueue[] {
  const stages = bypassEvaluation ? ALWAYS : [...ALWAYS, ...JUDGED];
  return stages.map((stage) => QUEUE_OF_STAGE[stage]);
}
