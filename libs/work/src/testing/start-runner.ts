import { QueueWorker } from '@assay/messaging';
import type { TaskRunner } from '../task-runner.js';
import type { Work } from '../work.js';

/** Starts a runner with a worker of its own, as a `@Processor` has one. */
export function startRunner(work: Work, runner: TaskRunner): void {
  runner.start(new QueueWorker(runner.queue, (job) => runner.take(job.data), { connection: work.messaging }));
}
