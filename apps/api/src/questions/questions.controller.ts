import { Body, Controller, Get, Headers, Param, Patch, Post, Query, Req, Res, StreamableFile } from '@nestjs/common';
import {
  isId,
  type Accepted,
  type AskedRequest,
  type CallDetail,
  type ChartSpec,
  type EscalationRecord,
  type Id,
  type Page,
  type QuestionTimeline,
  type QuestionView,
  type RowsPage,
} from '@assay/contracts';
import { QuestionIntake, QuestionList, QuestionReader, SavedQuestions, WinnerRows } from '@assay/questions';
import {
  AskRequest,
  invalidFields,
  notFound,
  QuestionUpdate,
  QuestionsQuery,
  RowsQuery,
  type Caller,
} from '@assay/contracts/requests';
import type { Request, Response } from 'express';
import { Readable } from 'node:stream';
import { Needs } from '../access/needs.js';
import { Audited, rowsRead } from '../audit/audited.js';
import { CheckFirst } from '../access/check-first.js';
import { chartOfPage } from '../charts/chart-of.js';
import { CallerGone, FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';
import { csvOf } from './csv.js';

@Controller('v1/questions')
@Needs({ right: 'see' })
export class QuestionsController {
  constructor(
    private readonly intake: QuestionIntake,
    private readonly reader: QuestionReader,
    private readonly questions: QuestionList,
    private readonly winnerRows: WinnerRows,
    private readonly saved: SavedQuestions,
  ) {}

  @Post()
  @Needs({ right: 'ask' })
  @Documented({
    summary: 'Asks a question. The answer is computed in the background.',
    answers: { 202: { model: 'Accepted' } },
    problems: {
      404: 'WORKSPACE_NOT_FOUND, QUESTION_NOT_FOUND',
      409: 'IDEMPOTENCY_KEY_REUSED, NOTHING_TO_CONTINUE',
      429: 'OVERLOADED, QUOTA_EXCEEDED',
    },
    headers: {
      'Idempotency-Key': 'A repeated request with the same key and body returns the same question for 24 hours.',
      traceparent: 'W3C trace context, continued by the question.',
    },
  })
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
    answers: { 200: { pageOf: 'Question' } },
    problems: { 404: 'WORKSPACE_NOT_FOUND, QUESTION_NOT_FOUND' },
  })
  list(@FromCaller() caller: Caller, @Query() query: QuestionsQuery): Promise<Page<QuestionView>> {
    return this.questions.page(caller, query);
  }

  @Get(':id')
  @Documented({
    summary: 'One question: its status and decision.',
    answers: { 200: { model: 'Question' } },
  })
  view(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<QuestionView> {
    return this.reader.view(question, caller);
  }

  @Patch(':id')
  @Needs({ right: 'ask' })
  @Audited({ action: 'question-named', about: 'question' })
  @Documented({
    summary: 'Saves the question under a name; null removes it.',
    answers: { 200: { model: 'Question' } },
  })
  @CheckFirst(SavedQuestions, (saved, question, caller) => saved.requireOwn(question, caller))
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
    summary: 'The record: everything that led to the answer.',
    answers: { 200: { model: 'Record' } },
  })
  record(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<EscalationRecord> {
    return this.reader.record(question, caller);
  }

  @Get(':id/request')
  @Documented({
    summary: 'What was asked, in the form of a request.',
    answers: { 200: { model: 'AskedRequest' } },
  })
  request(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<AskedRequest> {
    return this.reader.request(question, caller);
  }

  @Get(':id/timeline')
  @Documented({
    summary: 'When its stages and tasks were created, started and finished.',
    answers: { 200: { model: 'Timeline' } },
  })
  timeline(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<QuestionTimeline> {
    return this.reader.timeline(question, caller);
  }

  @Get(':id/calls/:callId')
  @Needs({ right: 'see', ofOthers: 'seeValues' })
  @Audited({ action: 'call-read', about: 'question', details: ({ params }) => ({ call: params['callId'] }) })
  @Documented({
    summary: 'One model call whole: request, raw response, normalised form.',
    answers: { 200: { model: 'Call' } },
  })
  call(@Param('id') question: Id, @Param('callId') call: Id, @FromCaller() caller: Caller): Promise<CallDetail> {
    return this.reader.call(question, call, caller);
  }

  @Get(':id/rows')
  @Needs({ right: 'ask' })
  @Audited({
    action: (request) => (wantsCsv(request) ? 'rows-exported' : 'rows-read'),
    about: 'question',
    details: rowsRead,
  })
  @Documented({
    summary:
      'A page of what the winner, the SQL that corrected it, or a candidate that was executed, returns, executed read-only now. As CSV, of the ' +
      'answer alone: all rows of one execution up to the setting maxExportRows, a million, and 64 MB, with the header x-assay-truncated: true where there are more.',
    answers: { 200: { model: 'Rows', or: 'text/csv' } },
    problems: {
      404: 'CANDIDATE_NOT_FOUND',
      409: 'NO_WINNER, WINNER_REFUSED, WINNER_FAILED',
      503: "The workspace's database is unreachable, or TARGET_BUSY: earlier statements are still running.",
    },
  })
  @CheckFirst(WinnerRows, (rows, question, caller, { candidate }) =>
    candidate === undefined ? rows.requireWinner(question, caller) : rows.requireQuestion(question, caller),
  )
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
    if (query.candidate !== undefined) {
      throw invalidFields([{ field: 'format', message: 'must be json: rows of a candidate are not exported' }]);
    }
    const { question: text, columns, truncated, pages } = await this.winnerRows.export(question, caller, gone);
    if (truncated) response.setHeader('x-assay-truncated', 'true');
    response.attachment(fileName(text));
    response.setHeader('content-type', 'text/csv; charset=utf-8; header=present');
    const hasMark = query.bom === 'true';
    // for spreadsheets, whose users see no documentation
    if (!hasMark) response.links({ alternate: `/v1/questions/${question}/rows?format=csv&bom=true` });
    const file = new StreamableFile(Readable.from(csvOf(columns, pages, hasMark)));
    // A normal end would look complete.
    return file.setErrorHandler(() => response.destroy());
  }

  @Get(':id/chart')
  @Needs({ right: 'ask' })
  @Audited({ action: 'rows-read', about: 'question', details: () => ({ format: 'chart' }) })
  @Documented({
    summary: 'A chart of the rows of the answer, chosen by types and counts; none if it would mislead.',
    answers: {
      200: { model: 'Chart' },
      204: { empty: 'A table is clearer; the reason is in x-assay-no-chart, percent-encoded.' },
    },
    problems: {
      409: 'NO_WINNER, WINNER_REFUSED, WINNER_FAILED',
      503: "The workspace's database is unreachable, or TARGET_BUSY: earlier statements are still running.",
    },
  })
  async chart(
    @Param('id') question: Id,
    @FromCaller() caller: Caller,
    @CallerGone() gone: AbortSignal,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ChartSpec | undefined> {
    const range = { offset: 0, limit: CHART_ROWS, measure: 'true' } as const;
    const chart = chartOfPage(await this.winnerRows.page(question, caller, range, gone));
    if (typeof chart !== 'string') return chart;
    response
      .status(204)
      .setHeader('x-assay-no-chart', encodeURIComponent(chart.slice(0, REASON_CHARACTERS).toWellFormed()));
    return undefined;
  }

  @Post(':id/cancel')
  @Needs({ right: 'ask' })
  @Audited({ action: 'question-cancelled', about: 'question' })
  @Documented({
    summary: 'Cancels the question, which ends in CANCELLED.',
    answers: { 202: { model: 'Accepted' } },
    problems: { 409: 'ALREADY_FINISHED' },
  })
  async cancel(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<Accepted> {
    if (!isId(question)) throw notFound('question');
    return this.intake.cancel(question, caller);
  }
}

const CHART_ROWS = 1000;
/** Of the reason in a header: names of columns may be long. */
const REASON_CHARACTERS = 300;

const FILE_NAME = 80;

/** The question without what file systems give a meaning. */
function fileName(question: string): string {
  const words = question.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  // by characters: half of a surrogate pair is no header
  const name = [...words].slice(0, FILE_NAME).join('').trim();
  return `${name === '' ? 'rows' : name}.csv`;
}

function wantsCsv(request: Request): boolean {
  const format = request.query['format'];
  if (format !== undefined) return format === 'csv';
  return request.accepts(['application/json', 'text/csv']) === 'text/csv';
}
