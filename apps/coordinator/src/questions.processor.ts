import { Processor, WorkerHost } from '@nestjs/bullmq';
import type { OnApplicationBootstrap } from '@nestjs/common';
import { AssayError, RequestProblem } from '@assay/contracts';
import { retryWhile, timing } from '@assay/contracts/timing';
import { KEEPS_JOBS, receivedJob, type QuestionsJob, type QueueWorker } from '@assay/work/messaging';
import { DrainRegistry, InjectLogger, type Drainable, type Logger } from '@assay/runtime';
import { takeAsked } from '@assay/work/service';
import type { Job } from 'bullmq';
import { QuestionsService, type QuestionsRequest } from './questions.service.js';

const CONCURRENCY = 8;

/** For backends without HTTP. */
@Processor('questions', KEEPS_JOBS)
export class QuestionsProcessor
  extends WorkerHost<QueueWorker<QuestionsJob>>
  implements OnApplicationBootstrap, Drainable
{
  private draining = false;

  constructor(
    private readonly service: QuestionsService,
    drain: DrainRegistry,
    @InjectLogger() private readonly logger: Logger,
  ) {
    super();
    drain.register('questions', this);
  }

  onApplicationBootstrap(): void {
    this.worker.start(CONCURRENCY);
  }

  async drain(): Promise<void> {
    this.draining = true;
    await this.worker.drain();
  }

  process(job: Job<QuestionsJob>): Promise<unknown> {
    return this.take(receivedJob<'questions'>(job));
  }

  private async take(job: QuestionsRequest): Promise<unknown> {
    try {
      return await takeAsked('questions', job, () => this.handle(job));
    } catch (err) {
      if (err instanceof RequestProblem) {
        this.logger.info({ job: job.name, code: err.code, errors: err.errors }, 'a job was refused');
        // only after the last try: an overload may pass
        await this.service.refuse(job, err);
      }
      throw err;
    }
  }

  private handle(job: QuestionsRequest): Promise<unknown> {
    return retryWhile(() => this.service.handle(job), {
      mayPass: (error) => mayPass(error) && !this.draining,
      forMs: timing.askOutage,
      everyMs: timing.askRetry,
    });
  }
}

/** Whether a retry may succeed while the job is held. */
function mayPass(error: unknown): boolean {
  if (!(error instanceof AssayError) || !error.retryable) return false;
  return !(error instanceof RequestProblem) || (error.retryAfterSeconds ?? 0) * 1000 <= timing.askOutage;
}
