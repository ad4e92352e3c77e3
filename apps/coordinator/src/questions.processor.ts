import { Inject, Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AssayError, RequestProblem } from '@assay/contracts';
import type { Consumer, Messaging } from '@assay/messaging';
import { DrainRegistry, InjectLogger, type Drainable, type Logger } from '@assay/runtime';
import { MESSAGING, takeAsked } from '@assay/service';
import { setTimeout as delay } from 'node:timers/promises';
import { QuestionsService, type QuestionsRequest } from './questions.service.js';

/** Asks taken at once. */
const CONCURRENCY = 8;

/** A job is held and tried again for this long while Postgres is away: whoever added it may not look at it again. */
const OUTAGE_MS = 60_000;
const TRY_EVERY_MS = 500;

/** The edge of the `questions` queue, for backends without HTTP. */
@Injectable()
export class QuestionsProcessor implements OnApplicationBootstrap, Drainable {
  private consumer: Consumer | null = null;
  private draining = false;

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
    this.draining = true;
    await this.consumer?.drain();
  }

  private async take(job: QuestionsRequest): Promise<unknown> {
    try {
      return await takeAsked('questions', job, () => this.handle(job, performance.now() + OUTAGE_MS));
    } catch (err) {
      if (err instanceof RequestProblem) {
        this.logger.info({ job: job.name, code: err.code, errors: err.errors }, 'a job was refused');
        // once, when no further try is made: an overload may pass
        await this.service.refuse(job, err);
      }
      throw err;
    }
  }

  private async handle(job: QuestionsRequest, until: number): Promise<unknown> {
    for (;;) {
      try {
        return await this.service.handle(job);
      } catch (error) {
        const away = error instanceof AssayError && error.retryable;
        if (!away || this.draining || performance.now() > until) throw error;
        await delay(TRY_EVERY_MS);
      }
    }
  }
}
