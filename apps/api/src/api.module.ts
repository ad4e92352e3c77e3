import { Inject, Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { createDataSource } from '@assay/persistence';
import {
  answersWithModels,
  AuditEntries,
  AuditTrail,
  DeadLetters,
  GoldSqls,
  Likes,
  QuestionIntake,
  QuestionReader,
  QuestionReplay,
  QueueOperations,
  WinnerRows,
  WorkspaceStore,
} from '@assay/questions';
import { RequestPipe } from '@assay/requests';
import { CONFIG, LOGGER, resolveSecretKeys, type Config, type Logger } from '@assay/runtime';
import { renderMSchema } from '@assay/sql';
import { Work } from '@assay/work';
import type { DataSource } from 'typeorm';
import { ApiKeys } from './access/api-keys.js';
import { Gate } from './access/gate.js';
import { RateLimits } from './access/rate-limits.js';
import { DATA_SOURCE, EXAMPLES, ORM_CONNECTIONS, type ApiOptions } from './api.config.js';
import { StreamSlots } from './events/stream-slots.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditInterceptor } from './audit/audit.interceptor.js';
import { EventFeed } from './events/event-feed.js';
import { QuestionEventsController } from './events/question-events.controller.js';
import { DeadLettersController } from './queues/dead-letters.controller.js';
import { QueuesController } from './queues/queues.controller.js';
import { ProblemFilter } from './http/problem.filter.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { QueueGauges } from './metrics/queue-gauges.js';
import { PageController } from './page/page.controller.js';
import { StoriesModule } from './stories/stories.module.js';
import { QuestionsController } from './questions/questions.controller.js';
import { ReplayController } from './replay/replay.controller.js';
import { ConnectionResealing } from './workspaces/connection-resealing.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';

/** HTTP for backends and the page. Needs the process's `Work` (WorkModule) and `prepareApi` on the application. */
@Module({})
export class ApiModule implements OnApplicationShutdown {
  constructor(
    @Inject(DATA_SOURCE) private readonly dataSource: DataSource,
    private readonly feed: EventFeed,
  ) {}

  static register(options: ApiOptions = {}): DynamicModule {
    return {
      module: ApiModule,
      imports: [StoriesModule],
      controllers: [
        QuestionsController,
        QuestionEventsController,
        ReplayController,
        WorkspacesController,
        ApiKeysController,
        AuditController,
        QueuesController,
        DeadLettersController,
        MetricsController,
        PageController,
      ],
      providers: [
        ...access,
        ...product(options),
        QueueGauges,
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
        { provide: APP_PIPE, useClass: RequestPipe },
      ],
    };
  }

  async onApplicationShutdown(): Promise<void> {
    this.feed.stop();
    await this.dataSource.destroy();
  }
}

const access: Provider[] = [
  { provide: DATA_SOURCE, inject: [CONFIG], useFactory: (config: Config) => openDataSource(config) },
  {
    provide: Gate,
    inject: [Work, CONFIG, RateLimits],
    useFactory: (work: Work, config: Config, limits: RateLimits) =>
      new Gate(work.database, config.http.apiKeys, limits),
  },
  {
    provide: RateLimits,
    inject: [CONFIG],
    useFactory: (config: Config) => new RateLimits(config.http.rateLimits),
  },
  {
    provide: StreamSlots,
    inject: [CONFIG],
    useFactory: (config: Config) => new StreamSlots(config.http.limits.streams),
  },
  {
    provide: ApiKeys,
    inject: [DATA_SOURCE, Gate],
    useFactory: (dataSource: DataSource, gate: Gate) => new ApiKeys(dataSource, (id) => gate.forget(id)),
  },
];

function product({ canAnswer, examples }: ApiOptions): Provider[] {
  return [
    { provide: EXAMPLES, useValue: examples ?? (() => []) },
    {
      provide: WorkspaceStore,
      inject: [DATA_SOURCE, Work, CONFIG],
      useFactory: async (dataSource: DataSource, work: Work, config: Config) =>
        new WorkspaceStore(dataSource, work, {
          secretKeys: await resolveSecretKeys(config),
          renderSchema: (schema) => renderMSchema(schema),
        }),
    },
    {
      provide: QuestionIntake,
      inject: [Work, CONFIG],
      useFactory: (work: Work, config: Config) =>
        new QuestionIntake(work, canAnswer ?? answersWithModels(config.models)),
    },
    {
      provide: ConnectionResealing,
      inject: [Work, CONFIG, LOGGER],
      useFactory: async (work: Work, config: Config, logger: Logger) =>
        new ConnectionResealing(work.database, await resolveSecretKeys(config), logger),
    },
    {
      provide: DeadLetters,
      inject: [Work, QuestionIntake],
      useFactory: (work: Work, intake: QuestionIntake) => new DeadLetters(work, intake),
    },
    {
      provide: QueueOperations,
      inject: [Work, DeadLetters],
      useFactory: (work: Work, letters: DeadLetters) => new QueueOperations(work, letters),
    },
    { provide: QuestionReader, inject: [Work], useFactory: (work: Work) => new QuestionReader(work) },
    { provide: QuestionReplay, inject: [Work], useFactory: (work: Work) => new QuestionReplay(work) },
    { provide: WinnerRows, inject: [Work], useFactory: (work: Work) => new WinnerRows(work) },
    { provide: AuditTrail, inject: [Work], useFactory: (work: Work) => new AuditTrail(work) },
    {
      provide: AuditEntries,
      inject: [DATA_SOURCE, Work],
      useFactory: (dataSource: DataSource, work: Work) => new AuditEntries(dataSource, work),
    },
    { provide: Likes, inject: [Work], useFactory: (work: Work) => new Likes(work) },
    {
      provide: GoldSqls,
      inject: [DATA_SOURCE, Work],
      useFactory: (dataSource: DataSource, work: Work) => new GoldSqls(dataSource, work),
    },
    {
      provide: EventFeed,
      inject: [Work, LOGGER],
      useFactory: (work: Work, logger: Logger) =>
        new EventFeed(work.database, work.hints, (err) => logger.warn({ err }, 'events could not be looked for')),
    },
  ];
}

async function openDataSource(config: Config): Promise<DataSource> {
  if (config.databaseUrl === null) throw new Error('DATABASE_URL is not set');
  const options = { max: ORM_CONNECTIONS, applicationName: `assay-${config.service}-orm` };
  return createDataSource(config.databaseUrl, options).initialize();
}
