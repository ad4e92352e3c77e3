import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { registerQueues } from '@assay/work/service';
import { QuestionsModule, type CanAnswer } from '@assay/questions';
import { CoordinatorProcessor } from './coordinator.processor.js';
import { CoordinatorService } from './coordinator.service.js';
import { EvaluationsService } from './evaluations.service.js';
import { Pipelines } from './pipelines.js';
import { QuestionsProcessor } from './questions.processor.js';
import { QuestionsService } from './questions.service.js';
import { ReplyService } from './reply.service.js';
import { RetentionService } from './retention.service.js';
import { WebhookService } from './webhook.service.js';

export interface CoordinatorOptions {
  /** Default: every agent has a model. */
  canAnswer?: CanAnswer;
}

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
  WebhookService,
  EvaluationsService,
  CoordinatorService,
  CoordinatorProcessor,
  QuestionsService,
  QuestionsProcessor,
];
