import { Processor } from '@nestjs/bullmq';
import type { GeneratorInput, GeneratorResult } from '@assay/contracts';
import { TaskProcessor } from '@assay/service';
import type { TaskOutcome } from '@assay/work';
import { GeneratorService, type GeneratorContext, type SeededPayload } from './generator.service.js';

/** The edge of the `generator` queue. Equal SQL of a stage is one candidate: its canonical form is the outcome's key. */
@Processor('generator')
export class GeneratorProcessor extends TaskProcessor<GeneratorInput, SeededPayload, GeneratorResult> {
  constructor(private readonly service: GeneratorService) {
    super();
  }

  async handle(context: GeneratorContext): Promise<TaskOutcome<GeneratorResult>> {
    const result = await this.service.generate(context);
    const { sql, valid, execution, cluster, canonical } = result;
    const generated = {
      type: 'candidate-generated',
      body: { candidate: context.task, sql, valid, duplicateOf: null, retries: result.retries.length },
    };
    const executed = execution && {
      type: 'candidate-executed',
      body: {
        candidate: context.task,
        cluster,
        rowCount: execution.error === null ? execution.rowCount : null,
        error: execution.error?.message ?? null,
      },
    };
    return {
      result,
      ...(canonical === '' ? {} : { key: `${valid ? 'valid' : 'invalid'} ${canonical}` }),
      events: executed ? [generated, executed] : [generated],
    };
  }
}
