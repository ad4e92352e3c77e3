/** Every time constant of the way of a task, each with its reason. Milliseconds. */

/** Heartbeat interval of a process; the answer says which tasks it lost. */
export const HEARTBEAT_MS = 1000;

/** A heartbeat later than this was late: the process was frozen, or Postgres was away. */
export const LATE_HEARTBEAT_MS = 2500;

/**
 * A process unseen for this long has its tasks taken back: five missed heartbeats, and well below what a user waits.
 */
export const UNSEEN_MS = 5000;

/** The outbox is swept this often. */
export const SWEEP_MS = 1000;

/** Rows that one statement of a sweep or a reconciliation handles at most. */
export const PAGE = 500;

/** Pages that one sweep publishes at most: a backlog without a worker must not keep it from taking lost tasks back. */
export const PAGES_PER_ROUND = 20;

/** Awaited answers are read this often even when no hint came: hints may be lost. */
export const ANSWER_POLL_MS = 1000;

/** Added to the statement timeout before a requester gives up waiting for db-sampler. */
export const ANSWER_GRACE_MS = 5000;
/** The same where a task is replayed: its answer is on record or is not, and only a slow record takes so long. */
export const REPLAYED_ANSWER_MS = 60_000;

/** Hints to other processes are gathered for this long, so that a burst is one NOTIFY. */
export const HINT_GATHER_MS = 4;

/** Delays before the next attempt of a task that an infrastructure fault stopped; the sum outlasts a 20 s outage. */
export const RETRY_DELAYS_MS = [500, 1000, 2000, 4000, 8000, 10_000] as const;

/** One attempt, and one more after each delay. */
export const MAX_ATTEMPTS = RETRY_DELAYS_MS.length + 1;

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

/** Results are held and written again for this long while Assay's own Postgres is away. */
export const RECORD_OUTAGE_MS = 60_000;

/** Between two tries to write them. */
export const RECORD_RETRY_MS = 200;
