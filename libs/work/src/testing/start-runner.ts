import { QueueWorker } from '@assay/messaging';
import type { TaskRunner } from '../task-runner.js';
import type { TaskRuntime } from '../task-runtime.js';

/** Starts a runner with its own worker, like a `@Processor`. */
export function startRunner(work: TaskRuntime, runner: TaskRunner): void {
  runner.start(new QueueWorker(runner.queue, (job) => runner.take(job.data), { connection: work.messaging }));
}
