import { Module } from '@nestjs/common';
import { taskWorker } from '@assay/service';
import { TestGeneratorProcessor } from './test-generator.processor.js';
import { TestGeneratorService } from './test-generator.service.js';

/** The `test-generator` queue's consumer. */
@Module({
  providers: [TestGeneratorService, TestGeneratorProcessor, taskWorker('test-generator', TestGeneratorProcessor)],
})
export class TestGeneratorModule {}
