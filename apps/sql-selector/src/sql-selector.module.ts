import { Module } from '@nestjs/common';
import { taskWorker } from '@assay/service';
import { SqlSelectorProcessor } from './sql-selector.processor.js';
import { SqlSelectorService } from './sql-selector.service.js';

/** The `sql-selector` queue's consumer. */
@Module({ providers: [SqlSelectorService, SqlSelectorProcessor, taskWorker('sql-selector', SqlSelectorProcessor)] })
export class SqlSelectorModule {}
