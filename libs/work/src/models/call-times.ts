import { LRUCache } from 'lru-cache';

const REMEMBERED = 200;
/** Latest calls of each key: a slower model is noticed within one round. */
const KEPT = 20;
const FEWEST = 5;
/** Multiple of the median that is too long. */
const SLOW = 3;
const LEAST_MS = 20_000;

/**
 * Timeouts learnt from the calls of this process: a call much slower than the median is given up. Each retry waits
 * twice as long, so a long answer is not abandoned.
 */
export class CallTimes {
  private readonly times = new LRUCache<string, number[]>({ max: REMEMBERED });

  /** @param ms of an answered call, or the learnt timeout that ended it */
  observe(key: string, ms: number): void {
    this.times.set(key, [...(this.times.get(key) ?? []), ms].slice(-KEPT));
  }

  /**
   * @param most the configured timeout
   * @param attempts of the task, from 1
   */
  timeoutMs(key: string, most: number, attempts: number): number {
    const sorted = (this.times.get(key) ?? []).toSorted((left, right) => left - right);
    const median = sorted[Math.floor(sorted.length / 2)];
    if (median === undefined || sorted.length < FEWEST) return most;
    return Math.min(most, Math.max(LEAST_MS, SLOW * median) * 2 ** (attempts - 1));
  }
}
