import type { Logger } from '@assay/runtime';
import { isHandedBack } from '@assay/work';

/** Frequent hand-backs log at debug level. */
export function logTaskFailure(logger: Pick<Logger, 'warn' | 'debug'>, queue: string, err: unknown): void {
  if (isHandedBack(err)) logger.debug({ queue, code: err.code, reason: err.message }, 'a task was handed back');
  else logger.warn({ err, queue }, 'a task failed');
}
