/** Queues that replies may go to. */
const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;

/** The queue that a job names for its reply; null where it names none that may be used. */
export function replyQueueOf({ replyTo }: Readonly<Record<string, unknown>>): string | null {
  return typeof replyTo === 'string' && REPLY_QUEUE.test(replyTo) ? replyTo : null;
}
