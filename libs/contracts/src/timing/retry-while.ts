import { setTimeout as delay } from 'node:timers/promises';

/** Milliseconds. */
interface RetryPolicy {
  mayPass: (error: unknown) => boolean;
  forMs: number;
  everyMs: number;
  /** Before each pause. */
  onRetry?: (error: unknown) => void;
}

/** Retries an idempotent attempt. Throws the last error if it is permanent or time is up. */
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
