import { Processor } from '@nestjs/bullmq';
import type { TestGeneratorInput, TestGeneratorPayload, TestGeneratorResult } from '@assay/contracts';
import { TaskProcessor } from '@assay/service';
import type { TaskContext, TaskOutcome } from '@assay/work';
import { TestGeneratorService } from './test-generator.service.js';

/** The edge of the `test-generator` queue. */
@Processor('test-generator')
export class TestGeneratorProcessor extends TaskProcessor<
  TestGeneratorInput,
  TestGeneratorPayload,
  TestGeneratorResult
> {
  constructor(private readonly service: TestGeneratorService) {
    super();
  }

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
