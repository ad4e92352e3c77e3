import type { Logger } from '@assay/runtime';
import { isReleasedUncounted } from '../index.js';

/** Released tasks are frequent: debug level. */
export function logTaskFailure(logger: Pick<Logger, 'warn' | 'debug'>, queue: string, err: unknown): void {
  if (isReleasedUncounted(err)) logger.debug({ queue, code: err.code, reason: err.message }, 'a task was released');
  else logger.warn({ err, queue }, 'a task failed');
}
