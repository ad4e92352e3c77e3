import { isModelFault, type ErrorNote, type TaskView } from '@assay/contracts/plain';
import type { QuestionRun } from '../question-run.js';

/** Errors of one task that end the whole question: no other task would fare better. */
const RUN_ENDING_CODES: ReadonlySet<string> = new Set(['BUDGET_EXCEEDED', 'DEADLINE_EXCEEDED', 'MODEL_NOT_CONFIGURED']);

/** The error of a dead task that ends the question, if there is one among the open stages. */
export function runEndingError(run: QuestionRun): ErrorNote | null {
  const errors = run.stages.filter((stage) => stage.status === 'OPEN').flatMap((stage) => deadErrors(stage.tasks));
  return errors.find(({ code }) => RUN_ENDING_CODES.has(code)) ?? null;
}

/**
 * Why a stage's tasks failed: the most frequent error code's first note, by ordinal; where no task has died (they were
 * cancelled from outside) a note of its own.
 */
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

/** Whether the task died of its model: of answers never in form, or a prompt that was refused; another may do better. */
export function diedOfItsModel({ status, error }: Pick<TaskView, 'status' | 'error'>): boolean {
  return status === 'DEAD' && error !== null && isModelFault(error);
}
