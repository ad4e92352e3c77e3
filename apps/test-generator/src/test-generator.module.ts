import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { TestGeneratorProcessor } from './test-generator.processor.js';
import { TestGeneratorService } from './test-generator.service.js';

/** The `test-generator` queue's consumer. */
@Module({
  imports: [registerQueues('test-generator')],
  providers: [TestGeneratorService, TestGeneratorProcessor],
})
export class TestGeneratorModule {}
