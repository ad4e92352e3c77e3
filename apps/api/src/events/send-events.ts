import type { RecordedEvent } from '@assay/contracts';
import type { Response } from 'express';
import { once } from 'node:events';
import { HEARTBEAT_MS } from '../api.config.js';

const RETRY_MS = 1000;

/** Heartbeats after which a client that reads nothing is cut off: five minutes. */
const MOST_IDLE_BEATS = 20;

/** Sends pages as Server-Sent Events; cuts off a client that stops reading. */
export async function sendEvents(
  response: Response,
  pages: AsyncIterable<RecordedEvent[]>,
  signal: AbortSignal,
  heartbeatMs = HEARTBEAT_MS,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    // Prevents proxy buffering.
    'x-accel-buffering': 'no',
  });
  response.write(`retry: ${RETRY_MS}\n\n`);
  let idleBeats = 0;
  response.on('drain', () => (idleBeats = 0));
  const heartbeat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': still here\n\n');
    else if (++idleBeats >= MOST_IDLE_BEATS) response.destroy();
  }, heartbeatMs);
  try {
    for await (const events of pages) {
      if (!response.write(events.map(frame).join(''))) await once(response, 'drain', { signal });
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    clearInterval(heartbeat);
    response.end();
  }
}

function frame(event: RecordedEvent): string {
  return `id: ${event.sequence}\ndata: ${JSON.stringify(event)}\n\n`;
}
