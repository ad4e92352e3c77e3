import { setTimeout as delay } from 'node:timers/promises';

/** Which failures are retried, for how long and how often; milliseconds. */
interface RetryPolicy {
  mayPass: (error: unknown) => boolean;
  forMs: number;
  everyMs: number;
  /** Called before each pause. */
  onRetry?: (error: unknown) => void;
}

/** Repeats an attempt that may be repeated. Throws its last error when that one may not pass or the time is up. */
export async function retryWhile<Result>(
  attempt: () => Promise<Result>,
  { mayPass, forMs, everyMs, onRetry }: RetryPolicy,
): Promise<Result> {
  const until = performance.now() + forMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (performance.now() > until || !mayPass(error)) throw error;
      onRetry?.(error);
      await delay(everyMs);
    }
  }
}
