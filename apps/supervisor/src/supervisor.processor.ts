import { Injectable } from '@nestjs/common';
import type { SupervisorInput, SupervisorPayload, SupervisorResult } from '@assay/contracts';
import { verdictEvents } from '@assay/service';
import type { TaskContext, TaskHandler, TaskOutcome } from '@assay/work';
import { SupervisorService } from './supervisor.service.js';

/** The edge of the `supervisor` queue. */
@Injectable()
export class SupervisorProcessor implements TaskHandler<SupervisorInput, SupervisorPayload, SupervisorResult> {
  constructor(private readonly service: SupervisorService) {}

  async handle(context: TaskContext<SupervisorInput, SupervisorPayload>): Promise<TaskOutcome<SupervisorResult>> {
    const result = await this.service.review(context);
    const { candidate } = context.payload;
    return { result, events: verdictEvents(candidate.id, context.input.tests, result.reviews, 'supervisor') };
  }
}
