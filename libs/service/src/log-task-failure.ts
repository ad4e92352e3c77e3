import type { Logger } from '@assay/runtime';
import { isHandedBack } from '@assay/work';

/** Tasks handed back (closed gate, open circuit) are frequent, so they log at debug level. */
export function logTaskFailure(logger: Pick<Logger, 'warn' | 'debug'>, queue: string, err: unknown): void {
  if (isHandedBack(err)) logger.debug({ queue, code: err.code, reason: err.message }, 'a task was handed back');
  else logger.warn({ err, queue }, 'a task failed');
}
