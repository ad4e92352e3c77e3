import { readdirSync, readFileSync } from 'node:fs';

/** How often a process that works is looked at, in milliseconds. */
const EVERY_MS = 20;
/** A process that waits for something may take so many times as long by the clock. */
export const WALL_FACTOR = 3;
/** What a look counts at most, in milliseconds: what went by beyond it neither of us was given. */
const MOST_A_LOOK = 2 * EVERY_MS;
/** Asleep, on something or on a disk; any other process works, or would if it were given a processor. */
const ASLEEP = /^[SD]$/;

/** Processor time of a process's first thread so far, in milliseconds; null where the system does not tell. */
function processorMs(pid: number | undefined): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return null;
  }
}

/** Whether all threads of a process wait for anything but a processor; true where the system does not tell. */
function isAsleep(pid: number | undefined): boolean {
  try {
    return readdirSync(`/proc/${pid}/task`).every((thread) => {
      const stat = readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8');
      // the name in parentheses may hold anything
      return ASLEEP.test(stat.charAt(stat.lastIndexOf(')') + 2));
    });
  } catch {
    return true;
  }
}

/**
 * Acts once a process has worked for this long from now on, by its processor time where the system tells it, or has
 * slept for `WALL_FACTOR` times as long; else by the clock. What others take of the machine counts for nothing, and a
 * time in which we stood still ourselves for next to nothing.
 *
 * @returns what calls it off
 */
export function whenSpent(pid: number | undefined, milliseconds: number, act: () => void): () => void {
  const before = processorMs(pid);
  let [lookedAt, most, asleep] = [performance.now(), milliseconds, 0];
  const isSpent = (): boolean => {
    const now = performance.now();
    if (isAsleep(pid)) asleep += Math.min(now - lookedAt, most);
    [lookedAt, most] = [now, MOST_A_LOOK];
    const worked = before === null ? null : processorMs(pid);
    if (before === null || worked === null) return asleep >= milliseconds;
    return worked - before >= milliseconds || asleep >= WALL_FACTOR * milliseconds;
  };
  const look = (): void => {
    if (!isSpent()) timer = setTimeout(look, EVERY_MS);
    else act();
  };
  // whatever it does, it has that long
  let timer = setTimeout(look, milliseconds);
  return () => clearTimeout(timer);
}
