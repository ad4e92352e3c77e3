import { Injectable } from '@nestjs/common';
import type { TaskJob, TaskQueue } from '@assay/contracts';
import type { QueueWorker } from '../messaging/index.js';
import {
  DrainRegistry,
  InjectConfig,
  InjectLogger,
  withLogContext,
  type Config,
  type LogContext,
  type Logger,
} from '@assay/runtime';
import { runSpanContext } from '@assay/runtime/telemetry';
import { logTaskFailure } from './log-task-failure.js';
import { TaskRuntime, type TaskContext, type TaskHandler, type TaskRunner } from '../index.js';

const HAND_BACK_MS = 15_000;

/** Standalone: a user waits for the exit. */
const STANDALONE_HAND_BACK_MS = 1500;

@Injectable()
export class TaskRunners {
  constructor(
    private readonly work: TaskRuntime,
    private readonly drainRegistry: DrainRegistry,
    @InjectConfig() private readonly config: Config,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  start(handler: TaskHandler, worker: QueueWorker<TaskJob>): TaskRunner {
    const queue = worker.queue as TaskQueue;
    const logged: TaskHandler = {
      handle: (context) => withLogContext(idsOf(context), () => handler.handle(context)),
    };
    const runner = this.work.runner(logged, {
      queue,
      concurrency: this.config.concurrency,
      onError: (err, task) =>
        withLogContext(task === null ? {} : idsOf(task), () => logTaskFailure(this.logger, queue, err)),
    });
    const graceMs = this.config.service === 'standalone' ? STANDALONE_HAND_BACK_MS : HAND_BACK_MS;
    this.drainRegistry.register(queue, { drain: () => runner.drain(graceMs) });
    runner.start(worker);
    return runner;
  }
}

function idsOf({ run, task }: Pick<TaskContext, 'run' | 'task'>): LogContext {
  if (run === null) return { task };
  const question = run.product === 'question' ? { question: run.id } : {};
  return { run: run.id, ...question, task, traceId: runSpanContext(run).traceId };
}
