import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { OnApplicationBootstrap } from '@nestjs/common';
import type { AdvanceJob } from '@assay/contracts';
import type { QueueWorker } from '@assay/work/messaging';
import { DrainRegistry, InjectConfig, InjectLogger, type Config, type Drainable, type Logger } from '@assay/runtime';
import { TaskRuntime, type Reconciler } from '@assay/work';
import type { Job } from 'bullmq';
import { CoordinatorService } from './coordinator.service.js';

/** Concurrent advances: each needs a connection for milliseconds, so more would queue for the pool. */
const CONCURRENCY = 6;

@Processor('coordinator')
export class CoordinatorProcessor
  extends WorkerHost<QueueWorker<AdvanceJob>>
  implements OnApplicationBootstrap, Drainable
{
  private reconciler: Reconciler | null = null;

  constructor(
    private readonly service: CoordinatorService,
    private readonly work: TaskRuntime,
    drain: DrainRegistry,
    @InjectLogger() private readonly logger: Logger,
    @InjectConfig() private readonly config: Config,
  ) {
    super();
    drain.register('coordinator', this);
  }

  onApplicationBootstrap(): void {
    this.worker.start(Math.min(CONCURRENCY, this.config.concurrency));
    this.work.deliverTo(this.worker, 'coordinator', (job) => this.advance(job));
    this.reconciler = this.work.reconciler();
    this.reconciler.start();
  }

  async drain(): Promise<void> {
    await this.reconciler?.stop();
    await this.worker.drain();
    this.service.stopTimers();
  }

  process(job: Job<AdvanceJob>): Promise<void> {
    return this.advance(job.data);
  }

  /** Never throws: the sweep repeats a failed step. */
  private async advance({ run }: AdvanceJob): Promise<void> {
    try {
      await this.service.advance(run);
    } catch (err) {
      this.logger.error({ err, run }, 'a run could not be taken a step further');
    }
  }
}
