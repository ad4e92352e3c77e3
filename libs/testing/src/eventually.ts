import { setTimeout as delay } from 'node:timers/promises';

const LOOK_MS = { first: 20, most: 100 };
const LOOK_SHARE = 0.1;

/** Pause before the next look; grows with the time waited. */
export function nextDelayMs(waitedMs: number, { first, most } = LOOK_MS): number {
  return Math.min(Math.max(waitedMs * LOOK_SHARE, first), most);
}

/**
 * Polls for the first value that is not false or undefined.
 * @param withinMs throws after this; only a hang takes this long
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
    await delay(nextDelayMs(waited));
  }
}
