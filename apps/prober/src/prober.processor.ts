import { Processor } from '@nestjs/bullmq';
import type { ProbeInput, ProbePayload, ProbeResult } from '@assay/contracts';
import { TaskProcessor } from '@assay/work/service';
import type { TaskContext, TaskOutcome } from '@assay/work';
import { ProberService } from './prober.service.js';

@Processor('prober')
export class ProberProcessor extends TaskProcessor<ProbeInput, ProbePayload, ProbeResult> {
  constructor(private readonly service: ProberService) {
    super();
  }

  async handle(context: TaskContext<ProbeInput, ProbePayload>): Promise<TaskOutcome<ProbeResult>> {
    return { result: await this.service.probe(context) };
  }
}
