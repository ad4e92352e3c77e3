import { Processor } from '@nestjs/bullmq';
import type { SupervisorInput, SupervisorPayload, SupervisorResult } from '@assay/contracts';
import { TaskProcessor, verdictEvents } from '@assay/service';
import type { TaskContext, TaskOutcome } from '@assay/work';
import { SupervisorService } from './supervisor.service.js';

/** The edge of the `supervisor` queue. */
@Processor('supervisor')
export class SupervisorProcessor extends TaskProcessor<SupervisorInput, SupervisorPayload, SupervisorResult> {
  constructor(private readonly service: SupervisorService) {
    super();
  }

  async handle(context: TaskContext<SupervisorInput, SupervisorPayload>): Promise<TaskOutcome<SupervisorResult>> {
    const result = await this.service.review(context);
    const { candidate } = context.payload;
    return { result, events: verdictEvents(candidate.id, context.input.tests, result.reviews, 'supervisor') };
  }
}
