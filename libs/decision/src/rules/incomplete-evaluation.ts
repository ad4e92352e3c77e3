import type { ErrorNote, Id, TaskView } from '@assay/contracts';
import type { StageTask } from '../question-run.js';
import { commonError, failedByModel } from './task-errors.js';

/** An unreachable judge is retried once. */
export const LAST_JUDGING_ROUND = 2;

export function incompleteError(tasks: readonly TaskView[]): ErrorNote {
  const { code, message } = commonError(tasks);
  return { code: 'EVALUATION_INCOMPLETE', message: `The SQLs could not be judged (${code}): ${message}` };
}

/** Candidates whose judge could not be reached. A judge whose model failed is not asked again. */
export function unreachedAmong(tasks: readonly StageTask<'evaluate' | 'supervise'>[], candidates: readonly Id[]): Id[] {
  const failed = tasks.filter((task) => task.status !== 'DONE' && !failedByModel(task));
  return failed.map(({ payload }) => payload.candidate.id).filter((id) => candidates.includes(id));
}
