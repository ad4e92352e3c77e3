import type { Duplex } from 'node:stream';
import type { OpenLimits } from './driver.js';
import { watchAnswer } from './watch-answer.js';

/** Destroys the stream, which fails `work`, after `connectMs` without an answer or on abort. */
export async function withOpenLimits<Result>(
  stream: Duplex,
  { connectMs, signal }: OpenLimits,
  work: () => Promise<Result>,
): Promise<Result> {
  const giveUp = (): void => void stream.destroy();
  const stopWatching = watchAnswer(connectMs, giveUp);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    signal.throwIfAborted();
    return await work();
  } finally {
    stopWatching();
    signal.removeEventListener('abort', giveUp);
  }
}
