import { Inject, Injectable } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import type { Messaging } from '@assay/messaging';
import { owedReplies, replySent } from '@assay/persistence';
import { QuestionReader, unrestricted } from '@assay/questions';
import { InjectLogger, type Logger } from '@assay/runtime';
import { MESSAGING } from '@assay/service';
import { Work } from '@assay/work';

/** Replies that one round sends at most. */
const PAGE = 100;

const OURSELVES = unrestricted('coordinator');

/** Sends the record of a finished question to the queue that its asker named. What fails is owed, and sent later. */
@Injectable()
export class ReplyService {
  constructor(
    private readonly work: Work,
    private readonly reader: QuestionReader,
    @Inject(MESSAGING) private readonly messaging: Messaging,
    @InjectLogger() private readonly logger: Logger,
  ) {}

  async send(run: Id, product: string, replyTo: string): Promise<void> {
    try {
      const record = await this.reader.record(run, OURSELVES);
      await this.messaging.reply(replyTo, { [product]: run, record }, `reply-${run}`);
      await replySent(this.work.database, run);
    } catch (err) {
      this.logger.warn({ err, run, replyTo }, 'a reply could not be sent yet');
    }
  }

  /** Sends what finished runs still owe. */
  async sendOwed(): Promise<void> {
    for (const { run, product, replyTo } of await owedReplies(this.work.database, PAGE)) {
      await this.send(run, product, replyTo);
    }
  }
}
