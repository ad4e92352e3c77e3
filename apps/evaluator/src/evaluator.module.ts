import { Module } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { EvaluatorProcessor } from './evaluator.processor.js';
import { EvaluatorService } from './evaluator.service.js';

/** The `evaluator` queue's consumer. */
@Module({
  imports: [registerQueues('evaluator')],
  providers: [EvaluatorService, EvaluatorProcessor],
})
export class EvaluatorModule {}
