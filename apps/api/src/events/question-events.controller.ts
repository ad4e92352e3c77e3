import { Controller, Get, Param, Req, Res } from '@nestjs/common';
import type { Id } from '@assay/contracts';
import { requireQuestion, requireValues } from '@assay/questions';
import type { Caller } from '@assay/contracts/requests';
import { TaskRuntime } from '@assay/work';
import type { Request, Response } from 'express';
import { Needs } from '../access/needs.js';
import { FromCaller } from '../http/request.js';
import { RunStreams } from './run-streams.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/questions')
export class QuestionEventsController {
  constructor(
    private readonly work: TaskRuntime,
    private readonly streams: RunStreams,
  ) {}

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
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const found = await requireQuestion(this.work.database, question, caller, 'see');
    requireValues(found, caller);
    await this.streams.send(question, found.status, request, response);
  }
}
