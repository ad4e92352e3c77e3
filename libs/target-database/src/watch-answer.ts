/** Timer delay that indicates a stalled process, milliseconds. */
const LATE_MS = 500;
/** Time for a stalled process to read pending data, milliseconds. */
const CATCH_UP_MS = 1000;

/**
 * Calls `overdue` after `ms` without an answer; returns a function that stops the watch. After a stall it first waits
 * for pending data.
 */
export function watchAnswer(ms: number, overdue: () => void): () => void {
  let timer: NodeJS.Timeout;
  const wait = (waitMs: number): void => {
    const due = performance.now() + waitMs;
    timer = setTimeout(() => {
      if (performance.now() - due > LATE_MS) wait(CATCH_UP_MS);
      else overdue();
    }, waitMs);
  };
  wait(ms);
  return () => clearTimeout(timer);
}
