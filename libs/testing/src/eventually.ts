import { setTimeout as delay } from 'node:timers/promises';

/** Between two looks, milliseconds. */
const LOOK_MS = 20;

/**
 * Waits for a condition that comes by itself: for its first value that is not false or undefined.
 *
 * @param withinMs far more than it takes on a busy machine: only what never comes takes this long
 */
export async function eventually<Value>(
  look: () => Promise<Value | false | undefined> | Value | false | undefined,
  withinMs = 100_000,
): Promise<Value> {
  for (const end = Date.now() + withinMs; ; await delay(LOOK_MS)) {
    const seen = await look();
    if (seen !== false && seen !== undefined) return seen;
    if (Date.now() > end) throw new Error('what was waited for did not happen');
  }
}
