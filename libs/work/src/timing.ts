/** Bounds of the work itself, which no test scales; see `@assay/contracts/timing` for the others. Milliseconds. */
import { timing } from '@assay/contracts/timing';

/** Rows that one statement of a sweep or a reconciliation handles at most. */
export const PAGE = 500;

/** Pages that one sweep publishes at most: a backlog without a worker must not keep it from taking lost tasks back. */
export const PAGES_PER_ROUND = 20;

/** Added to the statement timeout before a requester gives up waiting for db-sampler. */
export const ANSWER_GRACE_MS = 5000;
/** The same where a task is replayed: its answer is on record or is not, and only a slow record takes so long. */
export const REPLAYED_ANSWER_MS = 60_000;

/** Hints to other processes are gathered for this long, so that a burst is one NOTIFY. */
export const HINT_GATHER_MS = 4;

/** One attempt, and one more after each delay. */
export const MAX_ATTEMPTS = timing.retryDelays.length + 1;

/** Time of one attempt at a task before the reconciler takes it back, seconds; longer calls ask for more. */
export const RUN_SECONDS = 900;

/** A task asks for more time where less than this would be left after its next call. */
export const RUN_MARGIN_MS = 60_000;

/** Calls, each as long as one may take, after which an attempt at a task has gone on for too long to be alive. */
const LONGEST_ATTEMPT_CALLS = 10;

/** How long an attempt may hold its slot in a process whose model calls take up to `timeoutMs`; milliseconds. */
export function longestAttemptMs(timeoutMs: number): number {
  return Math.max(RUN_SECONDS * 1000, LONGEST_ATTEMPT_CALLS * timeoutMs);
}
