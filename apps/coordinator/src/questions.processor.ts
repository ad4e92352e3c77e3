import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { RequestProblem } from '@assay/contracts';
import type { Consumer, Messaging } from '@assay/messaging';
import { DrainRegistry, InjectLogger, type Drainable, type Logger } from '@assay/runtime';
import { MESSAGING } from '@assay/service';
import { QuestionsService, type QuestionsRequest } from './questions.service.js';

/** Asks taken at once. */
const CONCURRENCY = 8;

/** The edge of the `questions` queue, for backends without HTTP. */
@Injectable()
export class QuestionsProcessor implements OnApplicationBootstrap, Drainable {
  private consumer: Consumer | null = null;

  constructor(
    private readonly service: QuestionsService,
    @Inject(MESSAGING) private readonly messaging: Messaging,
    drain: DrainRegistry,
    @InjectLogger() private readonly logger: Logger,
  ) {
    drain.register('questions', this);
  }

  onApplicationBootstrap(): void {
    const take = (job: QuestionsRequest): Promise<unknown> => this.take(job);
    // what becomes of these jobs is for whoever added them to say
    this.consumer = this.messaging.consume('questions', take, { concurrency: CONCURRENCY, keepsJobs: true });
  }

  async drain(): Promise<void> {
    await this.consumer?.drain();
  }

  private async take(job: QuestionsRequest): Promise<unknown> {
    try {
      return await this.service.handle(job);
    } catch (err) {
      if (err instanceof RequestProblem)
        this.logger.info({ job: job.name, code: err.code, errors: err.errors }, 'a job was refused');
      throw err;
    }
  }
}
