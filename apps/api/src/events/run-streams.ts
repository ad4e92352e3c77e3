import { Injectable } from '@nestjs/common';
import { isTerminal, type Id, type RunStatus } from '@assay/contracts';
import { readEvents } from '@assay/persistence';
import { DrainRegistry } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';
import type { Request, Response } from 'express';
import { finished } from 'node:stream';
import { EventFeed } from './event-feed.js';
import { sendEvents } from './send-events.js';

@Injectable()
export class RunStreams {
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: TaskRuntime,
    private readonly feed: EventFeed,
    drain: DrainRegistry,
  ) {
    // Streams do not end by themselves; clients resume elsewhere.
    drain.register('events', { drain: async () => this.stopping.abort() });
  }

  /**
   * 204 if the run has ended and no events are missing.
   * @param status of the run
   */
  async send(run: Id, status: RunStatus, request: Request, response: Response): Promise<void> {
    const lastEventId = request.header('last-event-id') ?? '';
    const after = /^\d{1,9}$/.test(lastEventId) ? Number(lastEventId) : 0;
    // 204 stops an EventSource from reconnecting.
    const isOver = isTerminal(status) && (await readEvents(this.work.database, run, after, 1)).length === 0;
    if (isOver || request.method === 'HEAD') {
      response.status(isOver ? 204 : 200).end();
      return;
    }
    const gone = new AbortController();
    // The client may have gone before.
    finished(response, () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.stopping.signal]);
    await sendEvents(response, this.feed.follow(run, after, signal), signal);
  }
}
