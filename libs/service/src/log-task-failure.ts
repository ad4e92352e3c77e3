import type { Logger } from '@assay/runtime';
import { isReturnedUncounted } from '@assay/work';

/** Tasks handed back are frequent: debug level. */
export function logTaskFailure(logger: Pick<Logger, 'warn' | 'debug'>, queue: string, err: unknown): void {
  if (isReturnedUncounted(err)) logger.debug({ queue, code: err.code, reason: err.message }, 'a task was handed back');
  else logger.warn({ err, queue }, 'a task failed');
}
