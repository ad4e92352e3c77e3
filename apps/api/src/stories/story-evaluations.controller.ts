import { Controller, Get, Header, Headers, HttpCode, Param, Post, Query, Res } from '@nestjs/common';
import type {
  Accepted,
  CallDetail,
  Id,
  StoryEvaluationRecord,
  StoryEvaluationStatus,
  StoryEvaluationView,
} from '@assay/contracts';
import type { Caller } from '@assay/questions';
import { StoryIntake, StoryReader, type TtsSchema } from '@assay/stories';
import type { Response } from 'express';
import { FromCaller, JsonBody } from '../http/request.js';

/** Evaluations of stories: asked for, read, cancelled. */
@Controller('v1/story-evaluations')
export class StoryEvaluationsController {
  constructor(
    private readonly intake: StoryIntake,
    private readonly reader: StoryReader,
  ) {}

  @Post()
  @HttpCode(202)
  async evaluate(
    @JsonBody() body: unknown,
    @FromCaller() caller: Caller,
    @Headers('idempotency-key') idempotencyKey: string | undefined,
    @Headers('traceparent') traceContext: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Accepted<StoryEvaluationStatus>> {
    const accepted = await this.intake.evaluate({ body, caller, idempotencyKey, traceContext });
    response.setHeader('location', `/v1/story-evaluations/${accepted.id}`);
    return accepted;
  }

  @Get(':id')
  view(@Param('id') evaluation: Id, @FromCaller() caller: Caller): Promise<StoryEvaluationView> {
    return this.reader.view(evaluation, caller);
  }

  @Get(':id/record')
  record(@Param('id') evaluation: Id, @FromCaller() caller: Caller): Promise<StoryEvaluationRecord> {
    return this.reader.record(evaluation, caller);
  }

  @Get(':id/calls/:callId')
  call(@Param('id') evaluation: Id, @Param('callId') call: Id, @FromCaller() caller: Caller): Promise<CallDetail> {
    return this.reader.call(evaluation, call, caller);
  }

  @Get(':id/tts-schema.json')
  @Header('content-disposition', 'attachment; filename="tts_schema.json"')
  ttsSchema(@Param('id') evaluation: Id, @Query() query: unknown, @FromCaller() caller: Caller): Promise<TtsSchema> {
    return this.reader.ttsSchema(evaluation, query, caller);
  }

  @Post(':id/cancel')
  @HttpCode(202)
  cancel(@Param('id') evaluation: Id, @FromCaller() caller: Caller): Promise<Accepted<StoryEvaluationStatus>> {
    return this.intake.cancel(evaluation, caller);
  }
}
