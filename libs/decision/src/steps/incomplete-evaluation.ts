import type { ErrorNote, TaskView } from '@assay/contracts';
import { commonError } from './task-errors.js';

/** A candidate that could not be judged is judged once more, and not again. */
export const LAST_JUDGING_ROUND = 2;

/** Too few verdicts to decide, with what kept the judge from giving them. */
export function incompleteError(tasks: readonly TaskView[]): ErrorNote {
  const { code, message } = commonError(tasks);
  return { code: 'EVALUATION_INCOMPLETE', message: `The candidates could not be judged (${code}): ${message}` };
}
