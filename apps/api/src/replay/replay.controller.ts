import { Controller, Param, Post } from '@nestjs/common';
import type { Id, ReplayReport } from '@assay/contracts';
import { QuestionReplay } from '@assay/questions';
import type { Caller } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { Audited } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/questions')
export class ReplayController {
  constructor(private readonly questionReplay: QuestionReplay) {}

  @Post(':id/replay')
  @Needs({ right: 'see', ofOthers: 'seeValues' })
  @Audited({ action: 'question-replayed', about: 'question' })
  @Documented({
    summary:
      'Replays the question from its journal, without a model, and reports where prompts, parsers or decisions differ now.',
    answers: { 200: { model: 'Replay' } },
    problems: { 409: 'NOT_FINISHED' },
  })
  replay(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<ReplayReport> {
    return this.questionReplay.replay(question, caller);
  }
}
