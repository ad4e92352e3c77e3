import { Processor } from '@nestjs/bullmq';
import type { DatabaseRequest, PreparePayload } from '@assay/contracts';
import { TaskProcessor } from '@assay/work/service';
import type { TaskContext, TaskOutcome } from '@assay/work';
import { DbSamplerService } from './db-sampler.service.js';

@Processor('db-sampler')
export class DbSamplerProcessor extends TaskProcessor<unknown, DatabaseRequest | PreparePayload, unknown> {
  constructor(private readonly service: DbSamplerService) {
    super();
  }

  async handle(context: TaskContext<unknown, DatabaseRequest | PreparePayload>): Promise<TaskOutcome> {
    const isPrepare = context.stage?.kind === 'prepare';
    return {
      result: isPrepare
        ? await this.service.prepare(context as TaskContext<unknown, PreparePayload>)
        : await this.service.answer(context as TaskContext<unknown, DatabaseRequest>),
    };
  }
}
