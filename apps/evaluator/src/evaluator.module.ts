import { Module } from '@nestjs/common';
import { taskWorker } from '@assay/service';
import { EvaluatorProcessor } from './evaluator.processor.js';
import { EvaluatorService } from './evaluator.service.js';

/** The `evaluator` queue's consumer. */
@Module({ providers: [EvaluatorService, EvaluatorProcessor, taskWorker('evaluator', EvaluatorProcessor)] })
export class EvaluatorModule {}
