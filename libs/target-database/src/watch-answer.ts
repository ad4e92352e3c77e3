/** A timer that fires later than this says that this process was held up, milliseconds. */
const LATE_MS = 500;
/** How long a process that was held up has to read what arrived meanwhile, milliseconds. */
const CATCH_UP_MS = 1000;

/**
 * Calls `overdue` once the server has not answered for `ms`; the returned function stops the watch. A process that was
 * itself held up reads what has arrived before it gives the server up.
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
