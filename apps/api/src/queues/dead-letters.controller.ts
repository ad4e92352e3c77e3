import { Controller, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { DeadLetterDetail, DeadLetterView, Id, Page, Redriven } from '@assay/contracts';
import { DeadLetters, type Caller } from '@assay/questions';
import { FromCaller } from '../http/request.js';

/** Tasks that ended DEAD, for admins. */
@Controller('v1/dead-letters')
export class DeadLettersController {
  constructor(private readonly letters: DeadLetters) {}

  @Get()
  list(@FromCaller() caller: Caller, @Query() query: unknown): Promise<Page<DeadLetterView>> {
    return this.letters.list(caller, query);
  }

  @Get(':task')
  show(@Param('task') task: Id, @FromCaller() caller: Caller): Promise<DeadLetterDetail> {
    return this.letters.show(task, caller);
  }

  @Post(':task/retry')
  @HttpCode(200)
  retry(@Param('task') task: Id, @FromCaller() caller: Caller): Promise<Redriven> {
    return this.letters.redrive(task, caller);
  }
}
