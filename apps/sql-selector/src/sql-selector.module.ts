import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { SqlSelectorProcessor } from './sql-selector.processor.js';
import { SqlSelectorService } from './sql-selector.service.js';

/** The `sql-selector` queue's consumer. */
@Module({
  imports: [registerQueues('sql-selector')],
  providers: [SqlSelectorService, SqlSelectorProcessor],
})
export class SqlSelectorModule {}
