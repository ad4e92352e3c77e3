import { IsReplyQueue } from '../checks/is-reply-queue.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { RequestQuery } from '../request-query.js';

export class ReplyAddress extends RequestQuery {
  @IsReplyQueue()
  @MayBeLeftOut()
  replyTo?: string;
}
