import { AssayError } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { setTimeout } from 'node:timers/promises';
import { ClaimLost } from './task-process.js';

/**
 * Tries until the record answers, for a bounded time. All that is tried may be sent twice: it names its token or its id.
 * A signal ends the trying early, unless it only says that the process is to stop, which bounds it by itself.
 */
export async function outlastOutages<Result>(attempt: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const away = error instanceof AssayError && error.retryable;
      const pointless = signal?.aborted && signal.reason instanceof ClaimLost;
      if (!away || pointless || performance.now() - startedAt > timing.recordOutage) throw error;
      await setTimeout(timing.recordRetry);
    }
  }
}
