import type { Logger } from '@assay/runtime';
import { isHandedBack } from '@assay/work';

/** Tells of an attempt that failed. One that only waits (a closed gate, an open breaker) is no news: hundreds do. */
export function logTaskFailure(logger: Pick<Logger, 'warn' | 'debug'>, queue: string, err: unknown): void {
  if (isHandedBack(err)) logger.debug({ queue, code: err.code, reason: err.message }, 'a task was handed back');
  else logger.warn({ err, queue }, 'a task failed');
}
