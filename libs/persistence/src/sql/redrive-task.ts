import type { Id, TaskQueue } from '@assay/contracts';
import type { Queryable } from '../database.js';

/** What became of a dead task: it is READY again, or why not. */
export interface RedriveOutcome {
  outcome: 'REQUEUED' | 'NOT_DEAD' | 'RUN_ENDED' | 'STAGE_OVER';
  delivery: number;
  queue: TaskQueue;
  priority: number;
  run: Id | null;
}

const statement = {
  name: 'redrive_task',
  text: `select outcome, delivery, queue, priority, run_id as run from assay.redrive_task($1, $2)`,
};

/**
 * Gives a dead task another life where its stage is still open; whoever commits it publishes its job. Null where there
 * is no such task. `message` is the warning that its run's record gets.
 */
export async function redriveTask(database: Queryable, task: Id, message: string): Promise<RedriveOutcome | null> {
  const [row] = await database.query<RedriveOutcome>(statement, [task, message]);
  return row ?? null;
}
