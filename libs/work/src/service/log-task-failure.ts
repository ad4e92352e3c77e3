import { PermanentError } from '@assay/contracts';
import type { Logger } from '@assay/runtime';
import { isReleasedUncounted } from '../index.js';

/** Released tasks are frequent: debug level. Messages of permanent errors may quote rows: they stay with the task. */
export function logTaskFailure(logger: Pick<Logger, 'warn' | 'debug'>, queue: string, err: unknown): void {
  if (isReleasedUncounted(err)) logger.debug({ queue, code: err.code, reason: err.message }, 'a task was released');
  else if (err instanceof PermanentError) logger.warn({ queue, code: err.code }, 'a task failed');
  else logger.warn({ err, queue }, 'a task failed');
}
