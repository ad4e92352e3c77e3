import { QueueWorker } from '../messaging/index.js';
import type { TaskRunner } from '../task-runner.js';
import type { TaskRuntime } from '../task-runtime.js';

export function startRunner(work: TaskRuntime, runner: TaskRunner): void {
  runner.start(new QueueWorker(runner.queue, (job) => runner.take(job.data), { connection: work.messaging }));
}
