import { Body, Controller, Get, Header, Headers, Param, Post, Query, Res } from '@nestjs/common';
import type {
  Accepted,
  CallDetail,
  Id,
  Page,
  StoryEvaluationRecord,
  StoryEvaluationStatus,
  StoryEvaluationView,
  TtsSchema,
} from '@assay/contracts';
import { NarrationQuery, PageQuery, StoryEvaluationRequest, type Caller } from '@assay/contracts/requests';
import { StoryIntake, StoryReader } from '@assay/stories';
import type { Response } from 'express';
import { Needs } from '../access/needs.js';
import { CheckFirst } from '../access/check-first.js';
import { Audited, ofEvaluation } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/story-evaluations')
@Needs({ right: 'seeStories' })
export class StoryEvaluationsController {
  constructor(
    private readonly intake: StoryIntake,
    private readonly reader: StoryReader,
  ) {}

  @Post()
  @Needs({ right: 'ask' })
  @Documented({
    summary: 'Starts an evaluation of story candidates (up to 4 MB) in the background.',
    answers: { 202: { model: 'AcceptedStoryEvaluation' } },
    problems: { 409: 'IDEMPOTENCY_KEY_REUSED', 422: 'MODEL_NOT_CONFIGURED', 429: 'QUOTA_EXCEEDED' },
    headers: {
      'Idempotency-Key': 'A repeated request with the same key and body returns the same evaluation for 24 hours.',
      traceparent: 'W3C trace context, continued by the evaluation.',
    },
  })
  async evaluate(
    @Body() request: StoryEvaluationRequest,
    @FromCaller() caller: Caller,
    @Headers('Idempotency-Key') idempotencyKey: string | undefined,
    @Headers('traceparent') traceContext: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Accepted<StoryEvaluationStatus>> {
    const accepted = await this.intake.evaluate({ request, caller, idempotencyKey, traceContext });
    response.setHeader('location', `/v1/story-evaluations/${accepted.id}`);
    return accepted;
  }

  @Get()
  @Documented({
    summary: 'Evaluations, newest first: those that the caller asked for; all for admins and auditors.',
    answers: { 200: { pageOf: 'StoryEvaluation' } },
  })
  list(@FromCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<StoryEvaluationView>> {
    return this.reader.list(caller, query);
  }

  @Get(':id')
  @Documented({
    summary: 'One evaluation: status, ranking and choice.',
    answers: { 200: { model: 'StoryEvaluation' } },
  })
  view(@Param('id') evaluation: Id, @FromCaller() caller: Caller): Promise<StoryEvaluationView> {
    return this.reader.view(evaluation, caller);
  }

  @Get(':id/record')
  @Audited({ action: 'story-record-read', details: ofEvaluation })
  @Documented({
    summary: 'The full record of the choice.',
    answers: { 200: { model: 'StoryEvaluationRecord' } },
  })
  record(@Param('id') evaluation: Id, @FromCaller() caller: Caller): Promise<StoryEvaluationRecord> {
    return this.reader.record(evaluation, caller);
  }

  @Get(':id/calls/:callId')
  @Audited({ action: 'story-call-read', details: ofEvaluation })
  @Documented({
    summary: 'One model call whole: what its prompt is made of, raw response, normalised form.',
    answers: { 200: { model: 'Call' } },
  })
  call(@Param('id') evaluation: Id, @Param('callId') call: Id, @FromCaller() caller: Caller): Promise<CallDetail> {
    return this.reader.call(evaluation, call, caller);
  }

  @Get(':id/tts-schema.json')
  @Audited({ action: 'story-record-read', details: ofEvaluation })
  @Documented({
    summary: 'One candidate as speech: who speaks, and what is said, in order.',
    answers: { 200: { model: 'TtsSchema' } },
    problems: { 404: 'CANDIDATE_NOT_FOUND', 409: 'NO_TTS_SCHEMA' },
  })
  @CheckFirst(StoryReader, (reader, evaluation, caller) => reader.status(evaluation, caller))
  @Header('content-disposition', 'attachment; filename="tts_schema.json"')
  ttsSchema(
    @Param('id') evaluation: Id,
    @Query() query: NarrationQuery,
    @FromCaller() caller: Caller,
  ): Promise<TtsSchema> {
    return this.reader.ttsSchema(evaluation, query, caller);
  }

  @Post(':id/cancel')
  @Needs({ right: 'ask' })
  @Audited({ action: 'story-evaluation-cancelled', details: ofEvaluation })
  @Documented({
    summary: 'Cancels the evaluation, which ends in CANCELLED.',
    answers: { 202: { model: 'AcceptedStoryEvaluation' } },
    problems: { 409: 'ALREADY_FINISHED' },
  })
  cancel(@Param('id') evaluation: Id, @FromCaller() caller: Caller): Promise<Accepted<StoryEvaluationStatus>> {
    return this.intake.cancel(evaluation, caller);
  }
}
