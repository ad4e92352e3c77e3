import { readFileSync } from 'node:fs';

/** How often a process that works is looked at, in milliseconds. */
const EVERY_MS = 20;
/** A busy machine gives a process little: it may take so many times as long by the clock. */
export const WALL_FACTOR = 3;

/** Processor time of a process's first thread so far, in milliseconds; null where the system does not tell. */
function processorMs(pid: number | undefined): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/**
 * Acts once a process has worked for this long from now on: by its processor time where the system tells it, though not
 * beyond `WALL_FACTOR` times as long by the clock; else by the clock.
 *
 * @returns what calls it off
 */
export function whenSpent(pid: number | undefined, milliseconds: number, act: () => void): () => void {
  const [startedAt, before] = [performance.now(), processorMs(pid)];
  const isSpent = (): boolean => {
    const elapsed = performance.now() - startedAt;
    const now = before === null ? null : processorMs(pid);
    if (before === null || now === null) return elapsed >= milliseconds;
    return now - before >= milliseconds || elapsed >= WALL_FACTOR * milliseconds;
  };
  const look = (): void => {
    if (!isSpent()) timer = setTimeout(look, EVERY_MS);
    else act();
  };
  // whatever it does, it has that long
  let timer = setTimeout(look, milliseconds);
  return () => clearTimeout(timer);
}
