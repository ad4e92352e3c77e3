import type { OnApplicationBootstrap, Provider, Type } from '@nestjs/common';
import type { TaskQueue } from '@assay/contracts';
import {
  CONFIG,
  DrainRegistry,
  LOGGER,
  withLogContext,
  type Config,
  type Drainable,
  type LogContext,
  type Logger,
} from '@assay/runtime';
import { runSpanContext } from '@assay/telemetry';
import { logTaskFailure } from './log-task-failure.js';
import { Work, type TaskContext, type TaskHandler, type TaskOutcome, type TaskRunner } from '@assay/work';

/** Tasks under way get this long to end before they are handed back, milliseconds. */
const HAND_BACK_MS = 15_000;

/** In standalone everything stops at once: nobody is there to go on, and somebody waits at a terminal. */
const STANDALONE_HAND_BACK_MS = 1500;

/** Runs one queue's tasks in this process: started when all modules are up, drained before any goes down. */
class TaskWorker implements OnApplicationBootstrap, Drainable {
  private readonly runner: TaskRunner;

  constructor(
    queue: TaskQueue,
    handler: TaskHandler,
    work: Work,
    private readonly drainRegistry: DrainRegistry,
    private readonly parts: { config: Config; logger: Logger },
  ) {
    const { logger, config } = parts;
    this.runner = work.runner(logged(handler), {
      queue,
      concurrency: config.concurrency,
      onError: (err, task) =>
        withLogContext(task === null ? {} : idsOf(task), () => logTaskFailure(logger, queue, err)),
    });
    this.drainRegistry.register(queue, this);
  }

  onApplicationBootstrap(): void {
    this.runner.start();
  }

  async drain(_deadline: AbortSignal): Promise<void> {
    await this.runner.drain(this.parts.config.service === 'standalone' ? STANDALONE_HAND_BACK_MS : HAND_BACK_MS);
  }
}

/** Lines logged within a task carry its ids. */
function logged(handler: TaskHandler): TaskHandler {
  return {
    handle: (context: TaskContext): Promise<TaskOutcome> =>
      withLogContext(idsOf(context), () => handler.handle(context)),
  };
}

function idsOf({ run, task }: Pick<TaskContext, 'run' | 'task'>): LogContext {
  if (run === null) return { task };
  const question = run.product === 'question' ? { question: run.id } : {};
  return { run: run.id, ...question, task, traceId: runSpanContext(run).traceId };
}

/** The provider that makes `Processor` (a TaskHandler) take the tasks of a queue. */
export function taskWorker(queue: TaskQueue, Processor: Type<TaskHandler<never, never, unknown>>): Provider {
  return {
    provide: Symbol(`assay.worker.${queue}`),
    inject: [Processor, Work, DrainRegistry, CONFIG, LOGGER],
    useFactory: (handler: TaskHandler, work: Work, drain: DrainRegistry, config: Config, logger: Logger) =>
      new TaskWorker(queue, handler, work, drain, { config, logger }),
  };
}
