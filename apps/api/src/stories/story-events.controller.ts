import { Controller, Get, Headers, Inject, Param, Req, Res } from '@nestjs/common';
import { isTerminal, type Id } from '@assay/contracts';
import { readEvents, type Caller } from '@assay/questions';
import { StoryReader } from '@assay/stories';
import { DrainRegistry } from '@assay/runtime';
import { Work } from '@assay/work';
import type { Request, Response } from 'express';
import type { EventFeed } from '../events/event-feed.js';
import { sendEvents } from '../events/send-events.js';
import { FromCaller } from '../http/request.js';
import { STORY_EVENTS } from './story-events.token.js';
import { Documented } from '../openapi/documented.js';

/** `GET /v1/story-evaluations/:id/events`. */
@Controller('v1/story-evaluations')
export class StoryEventsController {
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: Work,
    private readonly reader: StoryReader,
    @Inject(STORY_EVENTS) private readonly feed: EventFeed,
    drain: DrainRegistry,
  ) {
    // streams have no end of their own: callers resume them elsewhere
    drain.register('story events', { drain: async () => this.stopping.abort() });
  }

  @Get(':id/events')
  @Documented({
    summary: 'Events as Server-Sent Events, from the first on; ends after story-evaluation-finished.',
    tag: 'Stories',
    answers: {
      200: { events: 'StoryEvent' },
      204: { empty: 'The evaluation has ended and there is nothing more to send.' },
    },
    problems: { 404: 'STORY_EVALUATION_NOT_FOUND' },
    headers: { 'Last-Event-ID': 'Goes on after this sequence.' },
  })
  async events(
    @Param('id') evaluation: Id,
    @FromCaller() caller: Caller,
    @Headers('Last-Event-ID') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const status = await this.reader.status(evaluation, caller);
    const after = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;
    // 204 keeps an EventSource, which comes back whenever a stream ends, from coming back again
    const isOver = isTerminal(status) && (await readEvents(this.work.database, evaluation, after, 1)).length === 0;
    if (isOver || request.method === 'HEAD') {
      response.status(isOver ? 204 : 200).end();
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.stopping.signal]);
    await sendEvents(response, this.feed.follow(evaluation, after, signal), signal);
  }
}
