import { AssayError } from '@assay/contracts';
import { retryWhile, timing } from '@assay/contracts/timing';
import { ClaimLost } from './task-process.js';

/**
 * Retries until the record answers, for a bounded time. Attempts must be idempotent. Of `signal`'s reasons, only a lost
 * claim stops retries.
 */
export function outlastOutages<Result>(attempt: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return retryWhile(attempt, {
    mayPass: (error) =>
      error instanceof AssayError && error.retryable && !(signal?.aborted && signal.reason instanceof ClaimLost),
    forMs: timing.recordOutage,
    everyMs: timing.recordRetry,
  });
}
