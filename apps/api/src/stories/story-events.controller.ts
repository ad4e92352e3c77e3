import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import type { Caller } from '@assay/contracts/requests';
import { StoryReader } from '@assay/stories';
import type { Request, Response } from 'express';
import { Needs } from '../access/needs.js';
import { RunStreams } from '../events/run-streams.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/story-evaluations')
@Needs({ right: 'seeStories' })
export class StoryEventsController {
  constructor(
    private readonly reader: StoryReader,
    private readonly streams: RunStreams,
  ) {}

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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const status = await this.reader.status(evaluation, caller);
    await this.streams.send(evaluation, status, request, response);
  }
}
