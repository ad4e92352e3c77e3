import { Processor, WorkerHost } from '@nestjs/bullmq';
import { Inject, type OnApplicationBootstrap } from '@nestjs/common';
import { isTerminal, newId, RequestProblem } from '@assay/contracts';
import {
  KEEPS_JOBS,
  receivedJob,
  type Messaging,
  type QuestionsJob,
  type QueueWorker,
  type ReceivedJob,
} from '@assay/work/messaging';
import { requeueReply } from '@assay/persistence';
import { isReplyQueue, parseRequest, StoryEvaluationJob, unrestricted } from '@assay/contracts/requests';
import { DrainRegistry, InjectConfig, type Config, type Drainable } from '@assay/runtime';
import { callerOfJob, MESSAGING, takeAsked, traceOfJob } from '@assay/work/service';
import { StoryIntake } from '@assay/stories';
import { TaskRuntime } from '@assay/work';
import type { Job } from 'bullmq';

const CONCURRENCY = 8;
/** Clients with write access to the queue are admins. */
const ASKER = unrestricted('queue:story-evaluations');

export const STORY_JOBS: readonly string[] = ['evaluate'];

type StoryJob = ReceivedJob<'story-evaluations'>;

@Processor('story-evaluations', KEEPS_JOBS)
export class StoryEvaluationsProcessor
  extends WorkerHost<QueueWorker<QuestionsJob>>
  implements OnApplicationBootstrap, Drainable
{
  constructor(
    private readonly intake: StoryIntake,
    @Inject(MESSAGING) private readonly messaging: Messaging,
    private readonly work: TaskRuntime,
    drain: DrainRegistry,
    @InjectConfig() private readonly config: Pick<Config, 'http'>,
  ) {
    super();
    drain.register('story-evaluations', this);
  }

  onApplicationBootstrap(): void {
    this.worker.start(CONCURRENCY);
  }

  async drain(): Promise<void> {
    await this.worker.drain();
  }

  process(job: Job<QuestionsJob>): Promise<unknown> {
    const received = receivedJob<'story-evaluations'>(job);
    return takeAsked('story-evaluations', received, () => this.take(received));
  }

  /** A refusal also goes to the reply queue. */
  private async take({ id, addedAt, name, payload, traceparent }: StoryJob): Promise<unknown> {
    try {
      if (!STORY_JOBS.includes(name)) {
        throw new RequestProblem(422, 'UNKNOWN_JOB', `The queue story-evaluations has no job "${name}".`);
      }
      const {
        idempotencyKey: given,
        traceparent: _traceparent,
        person: _person,
        ...request
      } = await parseRequest(StoryEvaluationJob, { ...payload });
      // The default key derives from the job: BullMQ redelivers jobs of killed consumers.
      const jobKey = given === undefined ? `job ${id} of ${addedAt}` : given;
      const idempotencyKey = typeof jobKey === 'string' ? jobKey : null;
      const traceContext = traceOfJob({ payload, traceparent });
      const caller = await callerOfJob(ASKER, { ...payload }, this.work.database, this.config);
      const accepted = await this.intake.evaluate({ request, caller, idempotencyKey, traceContext });
      // A repeated request after the end has lost its reply.
      const again = given !== undefined && isTerminal(accepted.status);
      if (again) await requeueReply(this.work.database, accepted.id);
      return accepted;
    } catch (error) {
      const { replyTo } = payload;
      if (error instanceof RequestProblem && isReplyQueue(replyTo)) {
        const { code, message, errors, nextSteps } = error;
        const all = errors.length > 0 ? errors : [{ field: 'body', message }];
        await this.messaging.reply(replyTo, { code, errors: all, nextSteps }, `refused-${newId()}`);
      }
      throw error;
    }
  }
}
