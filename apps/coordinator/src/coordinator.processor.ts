import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { DrainRegistry, InjectConfig, InjectLogger, type Config, type Drainable, type Logger } from '@assay/runtime';
import { Work, type JobTaker, type Reconciler } from '@assay/work';
import { CoordinatorService } from './coordinator.service.js';

/** Advances under way at once: each holds a connection for a few milliseconds, so more would only queue for the pool. */
const CONCURRENCY = 6;

/** The edge of the `coordinator` queue, and the rounds that put right what crashes leave. */
@Injectable()
export class CoordinatorProcessor implements OnApplicationBootstrap, Drainable {
  private jobs: JobTaker<'coordinator'> | null = null;
  private reconciler: Reconciler | null = null;

  constructor(
    private readonly service: CoordinatorService,
    private readonly work: Work,
    drain: DrainRegistry,
    @InjectLogger() private readonly logger: Logger,
    @InjectConfig() private readonly config: Config,
  ) {
    drain.register('coordinator', this);
  }

  onApplicationBootstrap(): void {
    const concurrency = Math.min(CONCURRENCY, this.config.concurrency);
    const onError = (err: unknown): void => this.logger.error({ err }, 'a step of a run failed');
    this.jobs = this.work.taker('coordinator', ({ run }) => this.advance(run), { concurrency, onError });
    this.jobs.start();
    this.reconciler = this.work.reconciler();
    this.reconciler.start();
  }

  async drain(): Promise<void> {
    await this.reconciler?.stop();
    await this.jobs?.drain();
    this.service.stopTimers();
  }

  /** A step that failed is still owed, and the sweep asks for it again. */
  private async advance(run: string): Promise<void> {
    try {
      await this.service.advance(run);
    } catch (err) {
      this.logger.error({ err, run }, 'a run could not be taken a step further');
    }
  }
}
