import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { WorkerHost } from '@nestjs/bullmq';
import type { TaskJob } from '@assay/contracts';
import type { QueueWorker } from '../messaging/index.js';
import type { TaskContext, TaskHandler, TaskOutcome, TaskRunner } from '../index.js';
import type { Job } from 'bullmq';
import { TaskRunners } from './task-runners.js';

/**
 * A `@Processor` of tasks: claims the row, calls `handle`, stores the outcome. Starts after all modules, drains before
 * any is destroyed.
 */
export abstract class TaskProcessor<Input = unknown, Payload = unknown, Result = unknown>
  extends WorkerHost<QueueWorker<TaskJob>>
  implements TaskHandler<Input, Payload, Result>, OnApplicationBootstrap
{
  @Inject(TaskRunners) private readonly runners!: TaskRunners;
  private runner!: TaskRunner;

  abstract handle(context: TaskContext<Input, Payload>): Promise<TaskOutcome<Result>>;

  onApplicationBootstrap(): void {
    this.runner = this.runners.start(this, this.worker);
  }

  process(job: Job<TaskJob>): Promise<void> {
    return this.runner.take(job.data);
  }
}
