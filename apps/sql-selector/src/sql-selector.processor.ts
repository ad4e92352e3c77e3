import { Processor } from '@nestjs/bullmq';
import type { SqlSelectorInput, SqlSelectorPayload, SqlSelectorResult } from '@assay/contracts';
import { TaskProcessor } from '@assay/service';
import type { TaskContext, TaskOutcome } from '@assay/work';
import { SqlSelectorService } from './sql-selector.service.js';

/** The edge of the `sql-selector` queue. */
@Processor('sql-selector')
export class SqlSelectorProcessor extends TaskProcessor<SqlSelectorInput, SqlSelectorPayload, SqlSelectorResult> {
  constructor(private readonly service: SqlSelectorService) {
    super();
  }

  async handle(context: TaskContext<SqlSelectorInput, SqlSelectorPayload>): Promise<TaskOutcome<SqlSelectorResult>> {
    const result = await this.service.compare(context);
    const { first, second } = context.payload;
    const body = { a: first.id, b: second.id, winner: result.winner, confidence: result.confidence };
    return { result, events: [{ type: 'pair-compared', body }] };
  }
}
