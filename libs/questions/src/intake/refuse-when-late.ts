import { QUEUE_OF_STAGE, RequestProblem, type Settings, type StageKind, type TaskQueue } from '@assay/contracts';
import type { AskSituation } from '../sql/resolve-ask.js';

const LONGEST_RETRY_SECONDS = 60;

/** Stages that every question passes; a queue that only some need holds up none at the door. */
const ALWAYS: readonly StageKind[] = ['prepare', 'generate'];
/** Stages that every question passes whose candidates are judged. */
const JUDGED: readonly StageKind[] = ['evaluation-tests', 'evaluate'];

/**
 * Back-pressure: work that has waited longer than half the deadline leaves no time for another question. Only the
 * workspace's own work counts, on queues that this question needs in any case: neither another tenant's backlog nor
 * another product's, nor a paused queue that it may never reach.
 *
 * @throws RequestProblem 429 `OVERLOADED` with the seconds after which to try again
 */
export function refuseWhenLate(waitingSeconds: AskSituation['waitingSeconds'], settings: Settings): void {
  const half = settings.deadlineSeconds / 2;
  const longest = Math.max(0, ...queuesOf(settings).map((queue) => waitingSeconds[queue] ?? 0));
  if (longest <= half) return;
  const wait = Math.min(LONGEST_RETRY_SECONDS, Math.max(1, Math.ceil(longest - half)));
  throw new RequestProblem(429, 'OVERLOADED', 'There is more work waiting than can be done in time; try again later.', {
    retryAfterSeconds: wait,
  });
}

function queuesOf({ bypassEvaluation }: Settings): TaskQueue[] {
  const stages = bypassEvaluation ? ALWAYS : [...ALWAYS, ...JUDGED];
  return stages.map((stage) => QUEUE_OF_STAGE[stage]);
}
