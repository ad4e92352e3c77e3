import { Injectable } from '@nestjs/common';
import type { TestReducerInput, TestReducerPayload, TestReducerResult } from '@assay/contracts';
import type { TaskContext, TaskHandler, TaskOutcome } from '@assay/work';
import { TestReducerService } from './test-reducer.service.js';

/** The edge of the `test-reducer` queue. */
@Injectable()
export class TestReducerProcessor implements TaskHandler<TestReducerInput, TestReducerPayload, TestReducerResult> {
  constructor(private readonly service: TestReducerService) {}

  async handle(context: TaskContext<TestReducerInput, TestReducerPayload>): Promise<TaskOutcome<TestReducerResult>> {
    return { result: await this.service.reduce(context) };
  }
}
