import { Injectable } from '@nestjs/common';
import type { EvaluatorInput, EvaluatorPayload, EvaluatorResult } from '@assay/contracts';
import { verdictEvents } from '@assay/service';
import type { TaskContext, TaskHandler, TaskOutcome } from '@assay/work';
import { EvaluatorService } from './evaluator.service.js';

/** The edge of the `evaluator` queue. */
@Injectable()
export class EvaluatorProcessor implements TaskHandler<EvaluatorInput, EvaluatorPayload, EvaluatorResult> {
  constructor(private readonly service: EvaluatorService) {}

  async handle(context: TaskContext<EvaluatorInput, EvaluatorPayload>): Promise<TaskOutcome<EvaluatorResult>> {
    const result = await this.service.evaluate(context);
    const { candidate } = context.payload;
    return { result, events: verdictEvents(candidate.id, context.input.tests, result.verdicts, 'evaluator') };
  }
}
