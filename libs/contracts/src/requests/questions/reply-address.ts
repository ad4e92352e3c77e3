import { IsReplyQueue } from '../checks/is-reply-queue.js';
import { Omissible } from '../checks/omissible.js';
import { RequestQuery } from '../request-query.js';

export class ReplyAddress extends RequestQuery {
  @IsReplyQueue()
  @Omissible()
  replyTo?: string;
}
