import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { timing } from '@assay/contracts/timing';
import type { Messaging } from '@assay/work/messaging';
import { idempotencyKeyOf, unsentReplies, replySent, type UnsentReply } from '@assay/persistence';
import { QuestionReader } from '@assay/questions';
import { unrestricted } from '@assay/contracts/requests';
import { InjectLogger, type Logger } from '@assay/runtime';
import { MESSAGING } from '@assay/work/service';
import { StoryReader } from '@assay/stories';
import { TaskRuntime } from '@assay/work';
import { Rounds } from './rounds.js';

const PAGE = 100;

const OURSELVES = unrestricted('coordinator');

/** Sends records of ended runs to the askers' queues; retries failures. */
@Injectable()
export class ReplyService implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly stories: StoryReader;
  private readonly rounds: Rounds;

  constructor(
    private readonly work: TaskRuntime,
    private readonly reader: QuestionReader,
    @Inject(MESSAGING) private readonly messaging: Messaging,
    @InjectLogger() private readonly logger: Logger,
  ) {
    this.stories = new StoryReader(work);
    this.rounds = new Rounds(() => this.sendUnsent(), logger, 'unsent replies could not be read');
  }

  onApplicationBootstrap(): void {
    this.rounds.start(timing.replySweep);
  }

  onApplicationShutdown(): void {
    this.rounds.stop();
  }

  async send({ run, product, replyTo, replies }: UnsentReply): Promise<void> {
    try {
      const record = await (product === 'story'
        ? this.stories.record(run, OURSELVES)
        : this.reader.recordForQueue(run, OURSELVES));
      const idempotencyKey = await idempotencyKeyOf(this.work.database, run);
      const key = idempotencyKey === null ? {} : { idempotencyKey };
      // unique per reply: queues drop known ids
      const id = replies === 0 ? `reply-${run}` : `reply-${run}-${replies}`;
      await this.messaging.reply(replyTo, { [product]: run, record, ...key }, id);
      await replySent(this.work.database, run);
    } catch (err) {
      this.logger.warn({ err, run, replyTo }, 'a reply could not be sent yet');
    }
  }

  private async sendUnsent(): Promise<void> {
    for (const reply of await unsentReplies(this.work.database, PAGE)) await this.send(reply);
  }
}
