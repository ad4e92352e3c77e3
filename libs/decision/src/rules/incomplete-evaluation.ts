import type { ErrorNote, Id, TaskView } from '@assay/contracts';
import type { StageTask } from '../question-run.js';
import { commonError, diedOfItsModel } from './task-errors.js';

/** A candidate whose judge could not be reached is judged once more, and not again. */
export const LAST_JUDGING_ROUND = 2;

/** Too few verdicts to decide, with what kept the judge from giving them. */
export function incompleteError(tasks: readonly TaskView[]): ErrorNote {
  const { code, message } = commonError(tasks);
  return { code: 'EVALUATION_INCOMPLETE', message: `The candidates could not be judged (${code}): ${message}` };
}

/** Those of the candidates whose judge could not be reached; the judges of the others never answered in form. */
export function unreachedAmong(tasks: readonly StageTask<'evaluate' | 'supervise'>[], candidates: readonly Id[]): Id[] {
  const failed = tasks.filter((task) => task.status !== 'DONE' && !diedOfItsModel(task));
  return failed.map(({ payload }) => payload.candidate.id).filter((id) => candidates.includes(id));
}
