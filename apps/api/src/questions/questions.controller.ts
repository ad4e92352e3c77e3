import {
  Body,
  Controller,
  Get,
  Headers,
  HttpCode,
  Param,
  Patch,
  Post,
  Query,
  Req,
  Res,
  StreamableFile,
} from '@nestjs/common';
import {
  chartOf,
  isId,
  type Accepted,
  type AskedRequest,
  type CallDetail,
  type ChartSpec,
  type CorrectionView,
  type EscalationRecord,
  type GoldSqlView,
  type Id,
  type Page,
  type QuestionTimeline,
  type QuestionView,
  type RowsPage,
} from '@assay/contracts';
import {
  Corrections,
  Likes,
  QuestionIntake,
  QuestionList,
  QuestionReader,
  SavedQuestions,
  Settlements,
  WinnerRows,
} from '@assay/questions';
import {
  AskRequest,
  notFound,
  QuestionCorrection,
  QuestionSettlement,
  QuestionUpdate,
  QuestionsQuery,
  RowsQuery,
  type Caller,
} from '@assay/requests';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { Audited, idOf, rowsRead } from '../audit/audited.js';
import { CheckFirst } from '../access/check-first.js';
import { CallerGone, FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';
import { csvOf } from './csv.js';

/** Questions: asked, read, cancelled, liked, corrected, saved. */
@Controller('v1/questions')
export class QuestionsController {
  constructor(
    private readonly intake: QuestionIntake,
    private readonly reader: QuestionReader,
    private readonly questions: QuestionList,
    private readonly winnerRows: WinnerRows,
    private readonly likes: Likes,
    private readonly corrections: Corrections,
    private readonly saved: SavedQuestions,
    private readonly settlements: Settlements,
  ) {}

  @Post()
  @Documented({
    summary: 'Asks a question; the answer is worked out in the background.',
    tag: 'Questions',
    answers: { 202: { model: 'Accepted' } },
    problems: {
      404: 'WORKSPACE_NOT_FOUND, QUESTION_NOT_FOUND',
      409: 'IDEMPOTENCY_KEY_REUSED',
      422: 'VALIDATION_FAILED',
      429: 'OVERLOADED, QUOTA_EXCEEDED, RATE_LIMITED',
    },
    headers: {
      'Idempotency-Key': 'Same key and body: the same question; kept for 24 hours.',
      traceparent: 'W3C trace context, continued by the question.',
    },
  })
  @HttpCode(202)
  async ask(
    @Body() ask: AskRequest,
    @FromCaller() caller: Caller,
    @Headers('Idempotency-Key') idempotencyKey: string | undefined,
    @Headers('traceparent') traceContext: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Accepted> {
    const accepted = await this.intake.ask({ ask, caller, idempotencyKey, traceContext });
    response.setHeader('location', `/v1/questions/${accepted.id}`);
    return accepted;
  }

  @Get()
  @Documented({
    summary: 'Questions, newest first.',
    tag: 'Questions',
    answers: { 200: { pageOf: 'Question' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND', 422: 'VALIDATION_FAILED' },
  })
  list(@FromCaller() caller: Caller, @Query() query: QuestionsQuery): Promise<Page<QuestionView>> {
    return this.questions.page(caller, query);
  }

  @Get(':id')
  @Documented({
    summary: 'One question: how it stands and how it was decided.',
    tag: 'Questions',
    answers: { 200: { model: 'Question' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
  })
  view(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<QuestionView> {
    return this.reader.view(question, caller);
  }

  @Patch(':id')
  @Audited({ action: 'question-named', about: 'question' })
  @Documented({
    summary: 'Saves the question under a name; null removes it.',
    tag: 'Questions',
    answers: { 200: { model: 'Question' } },
    problems: { 404: 'QUESTION_NOT_FOUND', 422: 'VALIDATION_FAILED' },
  })
  @CheckFirst(QuestionReader, (reader, question, caller) => reader.view(question, caller))
  async update(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Body() update: QuestionUpdate,
  ): Promise<QuestionView> {
    await this.saved.name(question, caller, update.name);
    return this.reader.view(question, caller);
  }

  @Get(':id/record')
  @Audited({ action: 'record-read', about: 'question' })
  @Documented({
    summary: 'The escalation record: everything that led to the answer.',
    tag: 'Questions',
    answers: { 200: { model: 'Record' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
  })
  record(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<EscalationRecord> {
    return this.reader.record(question, caller);
  }

  @Get(':id/request')
  @Documented({
    summary: 'What was asked, for whoever wants to ask it again.',
    tag: 'Questions',
    answers: { 200: { model: 'AskedRequest' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
  })
  request(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<AskedRequest> {
    return this.reader.request(question, caller);
  }

  @Get(':id/timeline')
  @Documented({
    summary: 'When its stages and tasks were begun, taken up and ended.',
    tag: 'Questions',
    answers: { 200: { model: 'Timeline' } },
    problems: { 404: 'QUESTION_NOT_FOUND' },
  })
  timeline(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<QuestionTimeline> {
    return this.reader.timeline(question, caller);
  }

  @Get(':id/calls/:callId')
  @Audited({ action: 'call-read', about: 'question', details: ({ params }) => ({ call: params['callId'] }) })
  @Documented({
    summary: 'One model call whole: request, raw response, normalised form.',
    tag: 'Questions',
    answers: { 200: { model: 'Call' } },
    problems: { 404: 'QUESTION_NOT_FOUND, CALL_NOT_FOUND' },
  })
  call(@Param('id') question: Id, @Param('callId') call: Id, @FromCaller() caller: Caller): Promise<CallDetail> {
    return this.reader.call(question, call, caller);
  }

  @Get(':id/rows')
  @Audited({
    action: (request) => (wantsCsv(request) ? 'rows-exported' : 'rows-read'),
    about: 'question',
    details: rowsRead,
  })
  @Documented({
    summary:
      'A page of what the winner returns, executed read-only now. As CSV: all rows up to the setting maxExportRows, ' +
      'with the header x-assay-truncated: true where there are more.',
    tag: 'Questions',
    answers: { 200: { model: 'Rows', or: 'text/csv' } },
    problems: {
      404: 'QUESTION_NOT_FOUND',
      409: 'NO_WINNER, WINNER_REFUSED, WINNER_FAILED',
      422: 'VALIDATION_FAILED',
      503: "The workspace's database is away.",
    },
  })
  @CheckFirst(WinnerRows, (rows, question, caller) => rows.requireWinner(question, caller))
  async rows(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Query() query: RowsQuery,
    @CallerGone() gone: AbortSignal,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<RowsPage | StreamableFile> {
    response.vary('accept');
    if (!wantsCsv(request)) return this.winnerRows.page(question, caller, query, gone);
    const { truncated, pages } = await this.winnerRows.export(question, caller, gone);
    if (truncated) response.setHeader('x-assay-truncated', 'true');
    const file = new StreamableFile(Readable.from(csvOf(pages)), {
      type: 'text/csv; charset=utf-8; header=present',
      disposition: `attachment; filename="${question}.csv"`,
    });
    // an answer that merely ended would pass for a whole one
    return file.setErrorHandler(() => response.destroy());
  }

  @Get(':id/chart')
  @Audited({ action: 'rows-read', about: 'question', details: () => ({ format: 'chart' }) })
  @Documented({
    summary: 'A chart of what the winner returns, by rule from types and counts; nothing where one would mislead.',
    tag: 'Questions',
    answers: { 200: { model: 'Chart' }, 204: { empty: 'A table shows it better.' } },
    problems: {
      404: 'QUESTION_NOT_FOUND',
      409: 'NO_WINNER, WINNER_REFUSED, WINNER_FAILED',
      503: "The workspace's database is away.",
    },
  })
  async chart(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChartSpec | undefined> {
    const chart = chartOf(await this.winnerRows.page(question, caller, { offset: 0, limit: CHART_ROWS }, gone));
    if (chart !== null) return chart;
    response.status(204);
    return undefined;
  }

  @Post(':id/cancel')
  @Audited({ action: 'question-cancelled', about: 'question' })
  @Documented({
    summary: 'Asks for the end of the work; the question ends in CANCELLED.',
    tag: 'Questions',
    answers: { 202: { model: 'Accepted' } },
    problems: { 404: 'QUESTION_NOT_FOUND', 409: 'ALREADY_FINISHED' },
  })
  @HttpCode(202)
  async cancel(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<Accepted> {
    if (!isId(question)) throw notFound('question');
    return this.intake.cancel(question, caller);
  }

  @Post(':id/like')
  @Audited({ action: 'question-liked', about: 'question', details: (_request, answer) => ({ goldSql: idOf(answer) }) })
  @Documented({
    summary: "Makes a gold SQL of the question's own winner.",
    tag: 'Questions',
    answers: { 200: { model: 'GoldSql' }, 201: { model: 'GoldSql' } },
    problems: { 403: 'MAY_NOT_CURATE', 404: 'QUESTION_NOT_FOUND', 409: 'NO_WINNER' },
  })
  async like(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Res({ passthrough: true }) response: Response,
  ): Promise<GoldSqlView> {
    const { goldSql, created } = await this.likes.like(question, caller);
    response.status(created ? 201 : 200);
    return goldSql;
  }

  @Post(':id/correct')
  @Audited({
    action: 'question-corrected',
    about: 'question',
    details: (_request, answer) => ({ correction: idOf(answer), goldSql: (answer as CorrectionView).goldSql }),
  })
  @Documented({
    summary: 'Says that the answer is wrong; SQL that runs becomes a gold SQL, a comment is kept for curators.',
    tag: 'Questions',
    answers: { 201: { model: 'Correction' } },
    problems: {
      403: 'MAY_NOT_CURATE',
      404: 'QUESTION_NOT_FOUND',
      409: 'NOT_FINISHED, TOO_MANY_COMMENTS',
      422: 'VALIDATION_FAILED',
      503: "The workspace's database is away.",
    },
  })
  @CheckFirst(Corrections, (corrections, question, caller) => corrections.requireCorrectable(question, caller))
  async correct(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Body() correction: QuestionCorrection,
    @CallerGone() gone: AbortSignal,
  ): Promise<CorrectionView> {
    return this.corrections.correct(question, caller, correction, gone);
  }

  @Post(':id/settle')
  @Audited({
    action: 'question-settled',
    about: 'question',
    details: ({ body }) => settledBy(body as QuestionSettlement),
  })
  @Documented({
    summary:
      'Says what is meant by an open point: the question is decided anew from its record, and no model is asked. ' +
      'Settlements compose; the same point again replaces. With `remember` the workspace keeps it as evidence.',
    tag: 'Questions',
    answers: { 200: { model: 'Question' } },
    problems: {
      403: 'MAY_NOT_CURATE',
      404: 'QUESTION_NOT_FOUND',
      409: 'NOT_OPEN (with nextSteps), NOT_FINISHED, EVIDENCE_FULL, SETTLED_ELSEWHERE, TOO_MANY_SETTLEMENTS',
      422: 'VALIDATION_FAILED',
    },
  })
  @HttpCode(200)
  @CheckFirst(Settlements, (settlements, question, caller) => settlements.requireSettleable(question, caller))
  async settle(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @Body() settlement: QuestionSettlement,
  ): Promise<QuestionView> {
    await this.settlements.settle(question, caller, settlement);
    return this.reader.view(question, caller);
  }
}

/** Rows that a chart is drawn of: a cut result is not drawn. */
const CHART_ROWS = 1000;

function settledBy({ openPoint, option, remember = false }: QuestionSettlement): Record<string, unknown> {
  return { openPoint, option, remember };
}

/** Whether rows are asked for as CSV, by `format` or else by what the caller accepts. */
function wantsCsv(request: Request): boolean {
  const format = request.query['format'];
  if (format !== undefined) return format === 'csv';
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
}
