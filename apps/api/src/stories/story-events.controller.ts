import { Controller, Get, Headers, Param, Req, Res } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import type { Caller } from '@assay/contracts/requests';
import { StoryReader } from '@assay/stories';
import { DrainRegistry } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';
import type { Request, Response } from 'express';
import { Needs } from '../access/needs.js';
import { EventFeed } from '../events/event-feed.js';
import { streamRun } from '../events/stream-run.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/story-evaluations')
@Needs({ right: 'seeStories' })
export class StoryEventsController {
  private readonly stopping = new AbortController();

  constructor(
    private readonly work: TaskRuntime,
    private readonly reader: StoryReader,
    private readonly feed: EventFeed,
    drain: DrainRegistry,
  ) {
    // Streams do not end by themselves; clients resume elsewhere.
    drain.register('story events', { drain: async () => this.stopping.abort() });
  }

  @Get(':id/events')
  @Documented({
    summary: 'Events as Server-Sent Events, from the first on; ends after story-evaluation-finished.',
    answers: {
      200: { events: 'StoryEvent' },
      204: { empty: 'The evaluation has ended and there is nothing more to send.' },
    },
    headers: { 'Last-Event-ID': 'Continues after this sequence number.' },
  })
  async events(
    @Param('id') evaluation: Id,
    @FromCaller() caller: Caller,
    @Headers('Last-Event-ID') lastEventId: string | undefined,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const status = await this.reader.status(evaluation, caller);
    const sources = { database: this.work.database, feed: this.feed, stopping: this.stopping.signal };
    await streamRun({ run: evaluation, status, lastEventId }, sources, request, response);
  }
}
