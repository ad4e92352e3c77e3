import { Controller, HttpCode, Param, Post } from '@nestjs/common';
import type { Id, ReplayReport } from '@assay/contracts';
import { QuestionReplay, type Caller } from '@assay/questions';
import { FromCaller } from '../http/request.js';

/** Finished questions, run again from their journal. */
@Controller('v1/questions')
export class ReplayController {
  constructor(private readonly questionReplay: QuestionReplay) {}

  @Post(':id/replay')
  @HttpCode(200)
  replay(@Param('id') question: Id, @FromCaller() caller: Caller): Promise<ReplayReport> {
    return this.questionReplay.replay(question, caller);
  }
}
