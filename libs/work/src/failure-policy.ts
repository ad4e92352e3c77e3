import { AssayError, InfrastructureError, toErrorNote } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { Finish, LostTask } from '@assay/persistence';

/** Codes that hand a task back uncounted: it waits for a model or another process. */
const WAITS: ReadonlySet<string> = new Set(['MODEL_RATE_LIMITED', 'GATE_CLOSED', 'CIRCUIT_OPEN', 'STOPPING']);

/** One loss in so many counts: a kill is rarely the task's fault, but what kills its process must end. */
const LOSSES_PER_ATTEMPT = 4;

/**
 * SQL makes a counted release DEAD if no attempt is left.
 * @param attempts counted, this one included
 * @param jitter 0–1, spreads retries
 */
export function finishOfFailure(error: unknown, attempts: number, jitter: number): Finish {
  const note = toErrorNote(error);
  // unforeseen errors may pass; attempts are bounded
  const retryable = error instanceof AssayError ? error.retryable : true;
  if (!retryable) return { status: 'DEAD', error: note };
  const uncounted = WAITS.has(note.code);
  const base = timing.retryDelays[Math.min(attempts, timing.retryDelays.length) - 1] ?? 0;
  const wanted = error instanceof InfrastructureError ? error.retryAfterMs : null;
  const backoff = base * (0.8 + 0.4 * jitter);
  return {
    status: 'READY',
    error: note,
    // the requested delay is a lower bound; jitter avoids a burst
    delayMs: wanted === null ? (note.code === 'STOPPING' ? 0 : backoff) : wanted * (1 + 0.05 * jitter),
    ...(uncounted ? { uncounted: true } : {}),
  };
}

/** For a task whose process is gone, or that exceeded its time. */
export function finishOfLoss({ reason, losses }: Pick<LostTask, 'reason' | 'losses'>): Finish {
  if (reason === 'overdue') {
    const error = { code: 'TASK_OVERDUE', message: 'The task exceeded its time limit and was released.' };
    return { status: 'READY', delayMs: 0, error };
  }
  const error = { code: 'PROCESS_LOST', message: 'The process that ran this task stopped sending heartbeats.' };
  return { status: 'READY', delayMs: 0, error, lost: true, uncounted: (losses + 1) % LOSSES_PER_ATTEMPT !== 0 };
}

/** Whether the error only hands the task back; the cause is reported once elsewhere. */
export function isReleasedUncounted(error: unknown): error is AssayError {
  return error instanceof AssayError && WAITS.has(error.code);
}
