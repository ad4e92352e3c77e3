import { Inject, Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { registerQueues } from '@assay/service';
import { createDataSource } from '@assay/persistence';
import {
  AuditTrail,
  GoldSqls,
  QuestionIntake,
  QuestionReader,
  answersWithModels,
  type CanAnswer,
} from '@assay/questions';
import { CONFIG, type Config } from '@assay/runtime';
import { Work } from '@assay/work';
import type { DataSource } from 'typeorm';
import { CoordinatorProcessor } from './coordinator.processor.js';
import { CoordinatorService } from './coordinator.service.js';
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

const DATA_SOURCE = Symbol('assay.coordinator.data-source');

/** Owns the record: the `coordinator` and `questions` queues' consumers, the reconciler, replies and retention. */
@Module({})
export class CoordinatorModule implements OnApplicationShutdown {
  constructor(@Inject(DATA_SOURCE) private readonly dataSource: DataSource) {}

  static register({ canAnswer }: CoordinatorOptions = {}): DynamicModule {
    const intake: Provider = {
      provide: QuestionIntake,
      inject: [Work, CONFIG],
      useFactory: (work: Work, config: Config) =>
        new QuestionIntake(work, canAnswer ?? answersWithModels(config.models)),
    };
    const imports = [registerQueues('coordinator', 'questions')];
    return { module: CoordinatorModule, imports, providers: [intake, ...providers] };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.dataSource.destroy();
  }
}

const providers: Provider[] = [
  {
    provide: DATA_SOURCE,
    inject: [CONFIG],
    useFactory: (config: Config) =>
      createDataSource(config.databaseUrl ?? '', { max: 1, applicationName: 'assay-coordinator-orm' }).initialize(),
  },
  {
    provide: GoldSqls,
    inject: [DATA_SOURCE, Work],
    useFactory: (dataSource: DataSource, work: Work) => new GoldSqls(dataSource, work),
  },
  {
    provide: AuditTrail,
    inject: [DATA_SOURCE, Work],
    useFactory: (dataSource: DataSource, work: Work) => new AuditTrail(dataSource, work),
  },
  { provide: QuestionReader, inject: [Work], useFactory: (work: Work) => new QuestionReader(work) },
  Pipelines,
  UnknownRuns,
  ReplyService,
  RetentionService,
  CoordinatorService,
  CoordinatorProcessor,
  QuestionsService,
  QuestionsProcessor,
];
