import { setTimeout as delay } from 'node:timers/promises';

/** Between two looks, milliseconds, at first and at most. */
const LOOK_MS = { first: 20, most: 100 };
/** Of what has been waited for, so that what takes long is not looked at more often than it is worth. */
const LOOK_SHARE = 0.1;

/** Milliseconds until the next look at what has been waited for this long; looks take the time of what they wait for. */
export function untilNextLook(waitedMs: number, { first, most } = LOOK_MS): number {
  return Math.min(Math.max(waitedMs * LOOK_SHARE, first), most);
}

/**
 * Waits for a condition that comes by itself: for its first value that is not false or undefined.
 *
 * @param withinMs far more than it takes on a busy machine: only what never comes takes this long
 */
export async function eventually<Value>(
  look: () => Promise<Value | false | undefined> | Value | false | undefined,
  withinMs = 100_000,
): Promise<Value> {
  const start = Date.now();
  for (;;) {
    const seen = await look();
    if (seen !== false && seen !== undefined) return seen;
    const waited = Date.now() - start;
    if (waited > withinMs) throw new Error('what was waited for did not happen');
    await delay(untilNextLook(waited));
  }
}
