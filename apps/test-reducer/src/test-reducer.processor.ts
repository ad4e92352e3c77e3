import { Processor } from '@nestjs/bullmq';
import type { TestReducerInput, TestReducerPayload, TestReducerResult } from '@assay/contracts';
import { TaskProcessor } from '@assay/service';
import type { TaskContext, TaskOutcome } from '@assay/work';
import { TestReducerService } from './test-reducer.service.js';

/** The edge of the `test-reducer` queue. */
@Processor('test-reducer')
export class TestReducerProcessor extends TaskProcessor<TestReducerInput, TestReducerPayload, TestReducerResult> {
  constructor(private readonly service: TestReducerService) {
    super();
  }

  async handle(context: TaskContext<TestReducerInput, TestReducerPayload>): Promise<TaskOutcome<TestReducerResult>> {
    return { result: await this.service.reduce(context) };
  }
}
