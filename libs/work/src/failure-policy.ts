import { AssayError, InfrastructureError, toErrorNote } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { Finish } from '@assay/persistence';

/** Codes under which a task is handed back without counting the attempt: it waits for a model or another process. */
const WAITS: ReadonlySet<string> = new Set(['MODEL_RATE_LIMITED', 'GATE_CLOSED', 'CIRCUIT_OPEN', 'STOPPING']);

/**
 * What becomes of a task whose handler threw. The one place where retries are decided.
 *
 * @param attempts counted so far, this one included
 * @param jitter 0–1, spreads the retries of a burst
 */
export function finishOfFailure(error: unknown, attempts: number, jitter: number): Finish {
  const note = toErrorNote(error);
  // an unforeseen error may be a passing one; the attempts are bounded
  const retryable = error instanceof AssayError ? error.retryable : true;
  if (!retryable) return { status: 'DEAD', error: note };
  const uncounted = WAITS.has(note.code);
  const base = timing.retryDelays[Math.min(attempts, timing.retryDelays.length) - 1] ?? 0;
  const wanted = error instanceof InfrastructureError ? error.retryAfterMs : null;
  const backoff = base * (0.8 + 0.4 * jitter);
  return {
    status: 'READY',
    error: note,
    // what the other side asked for is a lower bound; a little more, so that a crowd does not come back as one
    delayMs: wanted === null ? (note.code === 'STOPPING' ? 0 : backoff) : wanted * (1 + 0.05 * jitter),
    ...(uncounted ? { uncounted: true } : {}),
  };
}

/** Whether a task that ended so was merely handed back for a while; what it waits for is told elsewhere, once. */
export function isHandedBack(error: unknown): error is AssayError {
  return error instanceof AssayError && WAITS.has(error.code);
}
