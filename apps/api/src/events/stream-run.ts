import { isTerminal, type Id, type RunStatus } from '@assay/contracts';
import { readEvents, type Queryable } from '@assay/persistence';
import type { Request, Response } from 'express';
import type { EventFeed } from './event-feed.js';
import { sendEvents } from './send-events.js';

/** A run whose events somebody follows. */
export interface FollowedRun {
  run: Id;
  status: RunStatus;
  /** The sequence of the last event that the caller has; anything else is taken for none. */
  lastEventId: string | undefined;
}

/** Where events come from, and what ends every stream of the process. */
export interface EventSources {
  database: Queryable;
  feed: EventFeed;
  stopping: AbortSignal;
}

/** Streams the events of a run that the caller does not have yet; 204 where it has ended and there are none. */
export async function streamRun(
  { run, status, lastEventId }: FollowedRun,
  { database, feed, stopping }: EventSources,
  request: Request,
  response: Response,
): Promise<void> {
  const after = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;
  // 204 keeps an EventSource, which comes back whenever a stream ends, from coming back again
  const isOver = isTerminal(status) && (await readEvents(database, run, after, 1)).length === 0;
  if (isOver || request.method === 'HEAD') {
    response.status(isOver ? 204 : 200).end();
    return;
  }
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  const signal = AbortSignal.any([gone.signal, stopping]);
  await sendEvents(response, feed.follow(run, after, signal), signal);
}
