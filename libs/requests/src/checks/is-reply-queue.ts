import { Matches } from 'class-validator';

/** Queues that replies may go to. */
const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;

export function IsReplyQueue(): PropertyDecorator {
  return Matches(REPLY_QUEUE, { message: 'must match replies-[a-z0-9-]{1,64}' });
}

/** Whether replies may go to a queue of this name. */
export function isReplyQueue(name: unknown): name is string {
  return typeof name === 'string' && REPLY_QUEUE.test(name);
}
