import { readdirSync, readFileSync } from 'node:fs';

/** How often a process that works is looked at, in milliseconds. */
const EVERY_MS = 20;
/** A process that waits for something may take so many times as long by the clock. */
export const WALL_FACTOR = 3;
/** What a look counts at most, in milliseconds: what went by beyond it neither of us was given. */
const MOST_A_LOOK = 2 * EVERY_MS;
/** Asleep, on something or on a disk; any other process works, or would if it were given a processor. */
const ASLEEP = /^[SD]$/;

interface Thread {
  /** Processor time so far, milliseconds. */
  worked: number;
  /** Whether it waits for anything but a processor. */
  isAsleep: boolean;
}

/** The threads of a process by their ids: which of them works on a statement depends on the engine. None where the system does not tell. */
function threadsOf(pid: number | undefined): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  try {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      const [ran = ''] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ');
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8');
      // the name in parentheses may hold anything
      threads.set(id, { worked: Number(ran) / 1e6, isAsleep: ASLEEP.test(stat.charAt(stat.lastIndexOf(')') + 2)) });
    }
  } catch {
    // a thread ended meanwhile, or there is no such system
  }
  return threads;
}

/**
 * Acts once a thread of a process has worked for this long from now on, by its processor time where the system tells it,
 * or all of them have slept for `WALL_FACTOR` times as long; else by the clock. What others take of the machine counts for nothing, and a
 * time in which we stood still ourselves for next to nothing.
 *
 * @returns what calls it off
 */
export function whenSpent(pid: number | undefined, milliseconds: number, act: () => void): () => void {
  const before = threadsOf(pid);
  let [lookedAt, most, asleep] = [performance.now(), milliseconds, 0];
  const isSpent = (): boolean => {
    const now = performance.now();
    const threads = [...threadsOf(pid)];
    if (threads.every(([, thread]) => thread.isAsleep)) asleep += Math.min(now - lookedAt, most);
    [lookedAt, most] = [now, MOST_A_LOOK];
    if (threads.length === 0) return asleep >= milliseconds;
    const worked = threads.map(([id, thread]) => thread.worked - (before.get(id)?.worked ?? 0));
    return Math.max(...worked) >= milliseconds || asleep >= WALL_FACTOR * milliseconds;
  };
  const look = (): void => {
    if (!isSpent()) timer = setTimeout(look, EVERY_MS);
    else act();
  };
  // whatever it does, it has that long
  let timer = setTimeout(look, milliseconds);
  return () => clearTimeout(timer);
}
