import type { Id, TaskQueue } from '@assay/contracts';
import { prepared } from '../prepared.js';

/** READY again, or the reason why not. */
export interface RedriveOutcome {
  outcome: 'REQUEUED' | 'NOT_DEAD' | 'RUN_ENDED' | 'STAGE_OVER';
  delivery: number;
  queue: TaskQueue;
  priority: number;
  run: Id | null;
}

/**
 * Retries a dead task if its stage is open; publish its job after the commit. Null if there is no such task. `message`
 * becomes a warning of the run.
 */
export const redriveTask = prepared<[task: Id, message: string], RedriveOutcome>({
  name: 'redrive_task',
  text: `select outcome, delivery, queue, priority, run_id as run from assay.redrive_task($1, $2)`,
}).first;
