import { Controller, Get, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import {
  isId,
  type Accepted,
  type AskedRequest,
  type CallDetail,
  type EscalationRecord,
  type GoldSqlView,
  type Id,
  type Page,
  type QuestionTimeline,
  type QuestionView,
  type RowsPage,
} from '@assay/contracts';
import { GoldSqls, notFound, QuestionIntake, QuestionReader, WinnerRows, type Caller } from '@assay/questions';
import type { Response } from 'express';
import { Audited, idOf, rowsRead } from '../audit/audited.js';
import { CallerGone, FromCaller, JsonBody } from '../http/request.js';

/** Questions: asked, read, cancelled, liked. */
@Controller('v1/questions')
export class QuestionsController {
  constructor(
    private readonly intake: QuestionIntake,
    private readonly reader: QuestionReader,
    private readonly winnerRows: WinnerRows,
    private readonly goldSqls: GoldSqls,
  ) {}

  @Post()
  @HttpCode(202)
  async ask(
    @JsonBody() body: unknown,
    @FromCaller() caller: Caller,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Headers('traceparent') traceContext: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Accepted> {
    const accepted = await this.intake.ask({ body, caller, idempotencyKey, traceContext });
    response.setHeader('location', `/v1/questions/${accepted.id}`);
    return accepted;
  }

  @Get()
  list(@FromCaller() caller: Caller, @Query() query: unknown): Promise<Page<QuestionView>> {
    return this.reader.list(caller, query);
  }

  @Get(':id')
  view(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<QuestionView> {
    return this.reader.view(question, caller);
  }

  @Get(':id/record')
  @Audited({ action: 'record-read', about: 'question' })
  record(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<EscalationRecord> {
    return this.reader.record(question, caller);
  }

  @Get(':id/request')
  request(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<AskedRequest> {
    return this.reader.request(question, caller);
  }

  @Get(':id/timeline')
  timeline(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<QuestionTimeline> {
    return this.reader.timeline(question, caller);
  }

  @Get(':id/calls/:callId')
  @Audited({ action: 'call-read', about: 'question', details: ({ params }) => ({ call: params['callId'] }) })
  call(@Param('id') question: Id, @Param('callId') call: Id, @FromCaller() caller: Caller): Promise<CallDetail> {
    return this.reader.call(question, call, caller);
  }

  @Get(':id/rows')
  @Audited({ action: 'rows-read', about: 'question', details: rowsRead })
  rows(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Query() query: unknown,
    @CallerGone() gone: AbortSignal,
  ): Promise<RowsPage> {
    return this.winnerRows.page(question, caller, query, gone);
  }

  @Post(':id/cancel')
  @Audited({ action: 'question-cancelled', about: 'question' })
  @HttpCode(202)
  async cancel(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<Accepted> {
    if (!isId(question)) throw notFound('question');
    return this.intake.cancel(question, caller);
  }

  @Post(':id/like')
  @Audited({ action: 'question-liked', about: 'question', details: (_request, answer) => ({ goldSql: idOf(answer) }) })
  async like(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GoldSqlView> {
    const { goldSql, created } = await this.goldSqls.like(question, caller);
    response.status(created ? 201 : 200);
    return goldSql;
  }
}
