import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { QuestionsModule, type CanAnswer } from '@assay/questions';
import { CoordinatorProcessor } from './coordinator.processor.js';
import { CoordinatorService } from './coordinator.service.js';
import { EvaluationsService } from './evaluations.service.js';
import { Pipelines } from './pipelines.js';
import { QuestionsProcessor } from './questions.processor.js';
import { QuestionsService } from './questions.service.js';
import { ReplyService } from './reply.service.js';
import { RetentionService } from './retention.service.js';

/** What differs between processes that coordinate. */
export interface CoordinatorOptions {
  /** Whether a question can be answered here; by default, where there is a model for every agent. */
  canAnswer?: CanAnswer;
}

/** Owns the record: the `coordinator` and `questions` queues' consumers, the reconciler, replies and retention. */
@Module({})
export class CoordinatorModule {
  static register({ canAnswer }: CoordinatorOptions = {}): DynamicModule {
    const imports = [registerQueues('coordinator', 'questions'), QuestionsModule.register(canAnswer)];
    return { module: CoordinatorModule, imports, providers };
  }
}

const providers: Provider[] = [
  Pipelines,
  ReplyService,
  RetentionService,
  EvaluationsService,
  CoordinatorService,
  CoordinatorProcessor,
  QuestionsService,
  QuestionsProcessor,
];
