import { Injectable } from '@nestjs/common';
import type { DatabaseRequest, PreparePayload } from '@assay/contracts';
import type { TaskContext, TaskHandler, TaskOutcome } from '@assay/work';
import { DbSamplerService } from './db-sampler.service.js';

/** The edge of the `db-sampler` queue: requests of agents and of the API, and the `prepare` stage of a question. */
@Injectable()
export class DbSamplerProcessor implements TaskHandler<unknown, DatabaseRequest | PreparePayload, unknown> {
  constructor(private readonly service: DbSamplerService) {}

  async handle(context: TaskContext<unknown, DatabaseRequest | PreparePayload>): Promise<TaskOutcome> {
    const isPrepare = context.stage?.kind === 'prepare';
    return {
      result: isPrepare
        ? await this.service.prepare(context as TaskContext<unknown, PreparePayload>)
        : await this.service.answer(context as TaskContext<unknown, DatabaseRequest>),
    };
  }
}
