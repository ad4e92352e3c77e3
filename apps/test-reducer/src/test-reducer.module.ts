import { Module } from '@nestjs/common';
import { taskWorker } from '@assay/service';
import { TestReducerProcessor } from './test-reducer.processor.js';
import { TestReducerService } from './test-reducer.service.js';

/** The `test-reducer` queue's consumer. */
@Module({ providers: [TestReducerService, TestReducerProcessor, taskWorker('test-reducer', TestReducerProcessor)] })
export class TestReducerModule {}
