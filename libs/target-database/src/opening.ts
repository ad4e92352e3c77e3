import type { Duplex } from 'node:stream';
import type { OpenLimits } from './driver.js';
import { watchAnswer } from './watch-answer.js';

/** Cuts the stream if the server does not answer within `connectMs`. */
export async function whileOpening<Result>(
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
