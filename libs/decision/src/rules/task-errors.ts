import { isModelFault, type ErrorNote, type TaskView } from '@assay/contracts/plain';
import type { QuestionRun } from '../question-run.js';

/** Task errors that end the question: other tasks would fail, too. */
const RUN_ENDING_CODES: ReadonlySet<string> = new Set(['BUDGET_EXCEEDED', 'DEADLINE_EXCEEDED', 'MODEL_NOT_CONFIGURED']);

export function runEndingError(run: QuestionRun): ErrorNote | null {
  const errors = run.stages.filter((stage) => stage.status === 'OPEN').flatMap((stage) => deadErrors(stage.tasks));
  return errors.find(({ code }) => RUN_ENDING_CODES.has(code)) ?? null;
}

/** The most frequent error of failed tasks, first by ordinal; a generic one if none died. */
export function commonError(tasks: readonly TaskView[]): ErrorNote {
  const errors = deadErrors(tasks);
  const counts = new Map<string, number>();
  for (const { code } of errors) counts.set(code, (counts.get(code) ?? 0) + 1);
  const highest = Math.max(0, ...counts.values());
  return (
    errors.find(({ code }) => counts.get(code) === highest) ?? {
      code: 'TASKS_CANCELLED',
      message: 'the tasks of this stage were cancelled before any of them ended',
    }
  );
}

function deadErrors(tasks: readonly TaskView[]): ErrorNote[] {
  return [...tasks]
    .sort((left, right) => left.ordinal - right.ordinal)
    .flatMap((task) => (task.status === 'DEAD' && task.error !== null ? [task.error] : []));
}

/** Whether the model is at fault (malformed answers, refused prompt), so that another model may succeed. */
export function failedByModel({ status, error }: Pick<TaskView, 'status' | 'error'>): boolean {
  return status === 'DEAD' && error !== null && isModelFault(error);
}
