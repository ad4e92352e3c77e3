import { readdirSync, readFileSync } from 'node:fs';

const EVERY_MS = 20;
/** How much longer a process may sleep than compute. */
export const WALL_FACTOR = 3;
/** Longest interval counted per poll, ms; excludes stalls of this process. */
const MOST_A_LOOK = 2 * EVERY_MS;
/** Sleep or disk wait. */
const SLEEPING = /^[SD]$/;

interface Thread {
  worked: number;
  isSleeping: boolean;
}

/** CPU time (ms) and state of each thread, by id; incomplete if a thread ends during the read, empty without /proc. */
function threadsOf(pid: number | undefined): Map<string, Thread> {
  const threads = new Map<string, Thread>();
  try {
    for (const id of readdirSync(`/proc/${pid}/task`)) {
      const [ran = ''] = readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ');
      const stat = readFileSync(`/proc/${pid}/task/${id}/stat`, 'utf8');
      // Names may contain any character.
      threads.set(id, { worked: Number(ran) / 1e6, isSleeping: SLEEPING.test(stat.charAt(stat.lastIndexOf(')') + 2)) });
    }
  } catch {
    // A thread ended, or no /proc.
  }
  return threads;
}

/**
 * Calls `act` when a thread has used this CPU time, or all slept `WALL_FACTOR` times as long; wall time without /proc.
 * @returns cancels the timer
 */
export function whenSpent(pid: number | undefined, milliseconds: number, act: () => void): () => void {
  const before = threadsOf(pid);
  let [lookedAt, most, sleeping] = [performance.now(), milliseconds, 0];
  const isSpent = (): boolean => {
    const now = performance.now();
    const threads = [...threadsOf(pid)];
    if (threads.every(([, thread]) => thread.isSleeping)) sleeping += Math.min(now - lookedAt, most);
    [lookedAt, most] = [now, MOST_A_LOOK];
    if (threads.length === 0) return sleeping >= milliseconds;
    const worked = threads.map(([id, thread]) => thread.worked - (before.get(id)?.worked ?? 0));
    return Math.max(...worked) >= milliseconds || sleeping >= WALL_FACTOR * milliseconds;
  };
  const look = (): void => {
    if (!isSpent()) timer = setTimeout(look, EVERY_MS);
    else act();
  };
  // CPU time cannot exceed wall time.
  let timer = setTimeout(look, milliseconds);
  return () => clearTimeout(timer);
}
