import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { TestReducerProcessor } from './test-reducer.processor.js';
import { TestReducerService } from './test-reducer.service.js';

/** The `test-reducer` queue's consumer. */
@Module({
  imports: [registerQueues('test-reducer')],
  providers: [TestReducerService, TestReducerProcessor],
})
export class TestReducerModule {}
