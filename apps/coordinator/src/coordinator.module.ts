import { Module, type DynamicModule, type Provider } from '@nestjs/common';
import { answeringConditions, registerQueues } from '@assay/service';
import { AuditTrail, Likes, QuestionIntake, QuestionReader, answersWithModels, type CanAnswer } from '@assay/questions';
import { CONFIG, type Config } from '@assay/runtime';
import { TaskRuntime } from '@assay/work';
import { CoordinatorProcessor } from './coordinator.processor.js';
import { CoordinatorService } from './coordinator.service.js';
import { EvaluationsService } from './evaluations.service.js';
import { Pipelines } from './pipelines.js';
import { QuestionsProcessor } from './questions.processor.js';
import { QuestionsService } from './questions.service.js';
import { ReplyService } from './reply.service.js';
import { UnknownRuns } from './unknown-runs.js';
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
    const intake: Provider = {
      provide: QuestionIntake,
      inject: [TaskRuntime, CONFIG],
      useFactory: (work: TaskRuntime, config: Config) =>
        new QuestionIntake(
          work,
          canAnswer ?? answersWithModels(config.models),
          answeringConditions(config.models).models,
        ),
    };
    const imports = [registerQueues('coordinator', 'questions')];
    return { module: CoordinatorModule, imports, providers: [intake, ...providers] };
  }
}

const providers: Provider[] = [
  { provide: Likes, inject: [TaskRuntime], useFactory: (work: TaskRuntime) => new Likes(work) },
  { provide: AuditTrail, inject: [TaskRuntime], useFactory: (work: TaskRuntime) => new AuditTrail(work) },
  { provide: QuestionReader, inject: [TaskRuntime], useFactory: (work: TaskRuntime) => new QuestionReader(work) },
  Pipelines,
  UnknownRuns,
  ReplyService,
  RetentionService,
  EvaluationsService,
  CoordinatorService,
  CoordinatorProcessor,
  QuestionsService,
  QuestionsProcessor,
];
