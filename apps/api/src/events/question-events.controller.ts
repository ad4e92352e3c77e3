import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import { requireQuestion, requireValues } from '@assay/questions';
import type { Caller } from '@assay/contracts/requests';
import { DrainRegistry } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';
import type { Request, Response } from 'express';
import { Needs } from '../access/needs.js';
import { FromCaller } from '../http/request.js';
import { EventFeed } from './event-feed.js';
import { streamRun } from './stream-run.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/questions')
export class QuestionEventsController {
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: TaskRuntime,
    private readonly feed: EventFeed,
    drain: DrainRegistry,
  ) {
    // Streams do not end by themselves; clients resume elsewhere.
    drain.register('question events', { drain: async () => this.stopping.abort() });
  }

  @Get(':id/events')
  @Needs({ right: 'see', ofOthers: 'seeValues' })
  @Documented({
    summary: 'Events as Server-Sent Events, from the first on; ends after question-finished.',
    answers: { 200: { events: 'Event' }, 204: { empty: 'The question has ended and there is nothing more to send.' } },
    headers: { 'Last-Event-ID': 'Continues after this sequence number.' },
  })
  async events(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Headers('Last-Event-ID') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await requireQuestion(this.work.database, question, caller, 'see');
    requireValues(found, caller);
    const sources = { database: this.work.database, feed: this.feed, stopping: this.stopping.signal };
    await streamRun({ run: question, status: found.status, lastEventId }, sources, request, response);
  }
}
