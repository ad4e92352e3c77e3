import { Body, Controller, Param, Post, Res } from '@nestjs/common';
import type { CorrectionView, GoldSqlView, Id, QuestionView } from '@assay/contracts';
import { Corrections, Likes, QuestionReader, Settlements } from '@assay/questions';
import { QuestionCorrection, QuestionSettlement, type Caller } from '@assay/contracts/requests';
import type { Response } from 'express';
import { Needs } from '../access/needs.js';
import { Audited, idOf } from '../audit/audited.js';
import { CheckFirst } from '../access/check-first.js';
import { CallerGone, FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/questions')
@Needs({ right: 'see' })
export class FeedbackController {
  constructor(
    private readonly reader: QuestionReader,
    private readonly likes: Likes,
    private readonly corrections: Corrections,
    private readonly settlements: Settlements,
  ) {}

  @Post(':id/like')
  @Needs({ right: 'curate', late: true })
  @Audited({ action: 'question-liked', about: 'question', details: (_request, answer) => ({ goldSql: idOf(answer) }) })
  @Documented({
    summary: "Makes a gold SQL of the question's own winner.",
    answers: { 200: { model: 'GoldSql' }, 201: { model: 'GoldSql' } },
    problems: { 409: 'NO_WINNER, ALREADY_CORRECTED' },
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
    summary: 'Marks the answer as wrong. SQL that runs becomes a gold SQL; a comment is stored for curators.',
    answers: { 201: { model: 'Correction' } },
    problems: {
      403: 'MAY_NOT_CURATE',
      409: 'NOT_FINISHED, TOO_MANY_COMMENTS',
      503: "The workspace's database is unreachable, or TARGET_BUSY: earlier statements are still running.",
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
  @Needs({ right: 'ask' })
  @Audited({
    action: 'question-settled',
    about: 'question',
    details: ({ body }) => settledBy(body as QuestionSettlement),
  })
  @Documented({
    summary:
      'Chooses the meaning of an open point. The question is decided again from its record, without a model. ' +
      'Settlements compose; the same point again replaces. With `remember` the workspace keeps it as evidence.',
    answers: { 200: { model: 'Question' } },
    problems: {
      403: 'MAY_NOT_CURATE',
      409: 'NOT_OPEN, NOT_FINISHED, EVIDENCE_FULL, NOT_FOR_OTHERS, SETTLED_ELSEWHERE, TOO_MANY_SETTLEMENTS',
    },
  })
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

function settledBy({ openPoint, option, remember = false }: QuestionSettlement): Record<string, unknown> {
  return { openPoint, option, remember };
}
