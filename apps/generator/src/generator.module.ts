import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { DatabaseCalls, Work } from '@assay/work';
import { CandidateValidator } from './candidate-validator.js';
import { GeneratorProcessor } from './generator.processor.js';
import { GeneratorService } from './generator.service.js';

/** The `generator` queue's consumer. */
@Module({
  imports: [registerQueues('generator')],
  providers: [
    { provide: DatabaseCalls, inject: [Work], useFactory: (work: Work) => work.databaseCalls },
    CandidateValidator,
    GeneratorService,
    GeneratorProcessor,
  ],
})
export class GeneratorModule {}
