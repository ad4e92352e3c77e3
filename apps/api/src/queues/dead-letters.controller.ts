import { Controller, Get, Param, Post, Query } from '@nestjs/common';
import type { DeadLetterDetail, DeadLetterView, Id, Page, Redriven } from '@assay/contracts';
import { DeadLetters } from '@assay/questions';
import { DeadLettersQuery, type Caller } from '@assay/contracts/requests';
import { Needs } from '../access/needs.js';
import { Audited, ofDeadLetter } from '../audit/audited.js';
import { FromCaller } from '../http/request.js';
import { Documented } from '../openapi/documented.js';

@Controller('v1/dead-letters')
@Needs({ right: 'operate' })
export class DeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Get()
  @Documented({
    summary: 'Tasks that ended DEAD, newest first.',
    answers: { 200: { pageOf: 'DeadLetter' } },
  })
  list(@FromCaller() caller: Caller, @Query() query: DeadLettersQuery): Promise<Page<DeadLetterView>> {
    return this.letters.list(caller, query);
  }

  @Get(':task')
  @Audited({ action: 'dead-letter-read', details: ofDeadLetter })
  @Documented({
    summary: 'One dead letter: its payload, error and steps.',
    answers: { 200: { model: 'DeadLetterDetail' } },
  })
  show(@Param('task') task: Id, @FromCaller() caller: Caller): Promise<DeadLetterDetail> {
    return this.letters.show(task, caller);
  }

  @Post(':task/retry')
  @Audited({ action: 'dead-letter-retried', details: ofDeadLetter })
  @Documented({
    summary: 'Retries the task while its stage is open. If its question ended in ERROR, asks the question again.',
    answers: { 200: { model: 'Redriven' } },
    problems: {
      409: 'NOT_DEAD, STAGE_OVER, RUN_DECIDED, RUN_ENDED',
      422: 'VALIDATION_FAILED (the workspace is stricter now than the question was)',
    },
  })
  retry(@Param('task') task: Id, @FromCaller() caller: Caller): Promise<Redriven> {
    return this.letters.redrive(task, caller);
  }
}
