import { AssayError } from '@assay/contracts';
import { retryWhile, timing } from '@assay/contracts/timing';
import { ClaimLost } from './task-process.js';

/**
 * Retries until the record answers, for a bounded time. An attempt must be idempotent: it names its token or its id. A
 * signal ends the retries early, unless it only says that the process is to stop, which bounds them by itself.
 */
export function outlastOutages<Result>(attempt: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  return retryWhile(attempt, {
    mayPass: (error) =>
      error instanceof AssayError && error.retryable && !(signal?.aborted && signal.reason instanceof ClaimLost),
    forMs: timing.recordOutage,
    everyMs: timing.recordRetry,
  });
}
