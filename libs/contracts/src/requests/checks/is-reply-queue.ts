import { REPLY_QUEUE } from '../../index.js';
import { Matches } from 'class-validator';

export function IsReplyQueue(): PropertyDecorator {
  return Matches(REPLY_QUEUE, { message: `must match ${REPLY_QUEUE.source.slice(1, -1)}` });
}

export function isReplyQueue(name: unknown): name is string {
  return typeof name === 'string' && REPLY_QUEUE.test(name);
}
