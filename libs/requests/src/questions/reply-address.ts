import { IsReplyQueue } from '../checks/is-reply-queue.js';
import { MayBeLeftOut } from '../checks/may-be-left-out.js';
import { RequestQuery } from '../request-query.js';

/** Where the reply to a job goes. */
export class ReplyAddress extends RequestQuery {
  /** A queue `replies-…`. */
  @IsReplyQueue()
  @MayBeLeftOut()
  replyTo?: string;
}
