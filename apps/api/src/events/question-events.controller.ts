import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import { isId, isTerminal, type Id } from '@assay/contracts';
import { findQuestion, notFound, readEvents, type Caller } from '@assay/questions';
import { DrainRegistry } from '@assay/runtime';
import { Work } from '@assay/work';
import type { Request, Response } from 'express';
import { FromCaller } from '../http/request.js';
import { EventFeed } from './event-feed.js';
import { sendEvents } from './send-events.js';
import { Documented } from '../openapi/documented.js';

/** `GET /v1/questions/:id/events`. */
@Controller('v1/questions')
export class QuestionEventsController {
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: Work,
    private readonly feed: EventFeed,
    drain: DrainRegistry,
  ) {
    // streams have no end of their own: callers resume them elsewhere
    drain.register('question events', { drain: async () => this.stopping.abort() });
  }

  @Get(':id/events')
  @Documented({
    summary: 'Events as Server-Sent Events, from the first on; ends after question-finished.',
    tag: 'Questions',
    answers: { 200: { events: 'Event' }, 204: { empty: 'The question has ended and there is nothing more to send.' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
    headers: { 'Last-Event-ID': 'Goes on after this sequence.' },
  })
  async events(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Headers('Last-Event-ID') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = isId(question) ? await findQuestion(this.work.database, question, caller.workspaces) : null;
    if (!found) throw notFound('question');
    const after = /^\d{1,9}$/.test(lastEventId ?? '') ? Number(lastEventId) : 0;
    // 204 keeps an EventSource, which comes back whenever a stream ends, from coming back again
    const isOver = isTerminal(found.status) && (await readEvents(this.work.database, question, after, 1)).length === 0;
    if (isOver || request.method === 'HEAD') {
      response.status(isOver ? 204 : 200).end();
      return;
    }
    const gone = new AbortController();
    response.once('close', () => gone.abort());
    const signal = AbortSignal.any([gone.signal, this.stopping.signal]);
    await sendEvents(response, this.feed.follow(question, after, signal), signal);
  }
}
