import { Processor } from '@nestjs/bullmq';
import type { EvaluatorInput, EvaluatorPayload, EvaluatorResult } from '@assay/contracts';
import { TaskProcessor, verdictEvents } from '@assay/service';
import type { TaskContext, TaskOutcome } from '@assay/work';
import { EvaluatorService } from './evaluator.service.js';

/** The edge of the `evaluator` queue. */
@Processor('evaluator')
export class EvaluatorProcessor extends TaskProcessor<EvaluatorInput, EvaluatorPayload, EvaluatorResult> {
  constructor(private readonly service: EvaluatorService) {
    super();
  }

  async handle(context: TaskContext<EvaluatorInput, EvaluatorPayload>): Promise<TaskOutcome<EvaluatorResult>> {
    const result = await this.service.evaluate(context);
    const { candidate } = context.payload;
    return { result, events: verdictEvents(candidate.id, context.input.tests, result.verdicts, 'evaluator') };
  }
}
