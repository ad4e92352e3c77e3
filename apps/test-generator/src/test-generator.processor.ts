import { Injectable } from '@nestjs/common';
import type { TestGeneratorInput, TestGeneratorPayload, TestGeneratorResult } from '@assay/contracts';
import type { TaskContext, TaskHandler, TaskOutcome } from '@assay/work';
import { TestGeneratorService } from './test-generator.service.js';

/** The edge of the `test-generator` queue. */
@Injectable()
export class TestGeneratorProcessor implements TaskHandler<
  TestGeneratorInput,
  TestGeneratorPayload,
  TestGeneratorResult
> {
  constructor(private readonly service: TestGeneratorService) {}

  async handle(
    context: TaskContext<TestGeneratorInput, TestGeneratorPayload>,
  ): Promise<TaskOutcome<TestGeneratorResult>> {
    const result = await this.service.generate(context);
    const { moment } = context.input;
    const events = result.tests.map(({ id, statement, evidenceCritical }) => ({
      type: 'test-generated',
      body: { test: id, statement, moment, evidenceCritical },
    }));
    return { result, events };
  }
}
