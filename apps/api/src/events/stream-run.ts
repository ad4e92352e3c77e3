import { isTerminal, type Id, type RunStatus } from '@assay/contracts';
import { readEvents, type Queryable } from '@assay/persistence';
import type { Request, Response } from 'express';
import { finished } from 'node:stream';
import type { EventFeed } from './event-feed.js';
import { sendEvents } from './send-events.js';

export interface FollowedRun {
  run: Id;
  status: RunStatus;
  /** Sequence of the last event received; invalid values are ignored. */
  lastEventId: string | undefined;
}

/** `stopping` ends all streams of the process. */
export interface EventSources {
  database: Queryable;
  feed: EventFeed;
  stopping: AbortSignal;
}

/** 204 if it has ended and no events are missing. */
export async function streamRun(
  { run, status, lastEventId }: FollowedRun,
  { database, feed, stopping }: EventSources,
  request: Request,
  response: Response,
): Promise<void> {
  const after = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;
  // 204 stops an EventSource from reconnecting.
  const isOver = isTerminal(status) && (await readEvents(database, run, after, 1)).length === 0;
  if (isOver || request.method === 'HEAD') {
    response.status(isOver ? 204 : 200).end();
    return;
  }
  const gone = new AbortController();
  // The client may have gone before.
  finished(response, () => gone.abort());
  const signal = AbortSignal.any([gone.signal, stopping]);
  await sendEvents(response, feed.follow(run, after, signal), signal);
}
