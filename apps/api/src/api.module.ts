import { Module, type DynamicModule, type OnApplicationShutdown, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import {
  AuditEntryEntity,
  ENTITIES,
  GoldSqlEntity,
  KnowledgeEntity,
  WorkspaceEntity,
} from '@assay/persistence/entities';
import {
  answeringModels,
  AnswerLinks,
  AuditEntries,
  AuditTrail,
  Corrections,
  PeopleData,
  DeadLetters,
  Drift,
  GoldSqls,
  KnowledgeOfWorkspaces,
  KnowledgeStore,
  Likes,
  QuestionIntake,
  QuestionList,
  QuestionReader,
  QuestionReplay,
  QuestionsModule,
  QueueOperations,
  SavedQuestions,
  Settlements,
  WinnerRows,
  WorkspaceEvaluations,
  WorkspaceFiles,
  WorkspaceRows,
  WorkspaceStore,
} from '@assay/questions';
import { RequestPipe } from '@assay/contracts/requests';
import { built, CONFIG, LOGGER, resolveSecretKeys, type Config, type Logger } from '@assay/runtime';
import { promptsVersion } from '@assay/work/service';
import { renderMSchema } from '@assay/sql';
import { PersonQuotas, TaskRuntime } from '@assay/work';
import { ApiKeys } from './access/api-keys.js';
import { Gate } from './access/gate.js';
import { IdentityProvider } from './access/identity-provider.js';
import { RateLimits } from './access/rate-limits.js';
import { RightsGuard } from './access/rights.guard.js';
import { EXAMPLES, SCRIPTED, type ApiOptions } from './api.config.js';
import { entitiesOptions } from './entities-options.js';
import { StreamSlots } from './events/stream-slots.js';
import { ApiKeysController } from './api-keys/api-keys.controller.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditInterceptor } from './audit/audit.interceptor.js';
import { EventFeed } from './events/event-feed.js';
import { WorkspaceFilesController } from './files/workspace-files.controller.js';
import { QuestionEventsController } from './events/question-events.controller.js';
import { DeadLettersController } from './queues/dead-letters.controller.js';
import { QueuesController } from './queues/queues.controller.js';
import { ProblemFilter } from './http/problem.filter.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { QueueGauges } from './metrics/queue-gauges.js';
import { PageController } from './page/page.controller.js';
import { ModelKeyResealing } from './models/model-key-resealing.js';
import { ModelSettings } from './models/model-settings.js';
import { ModelsController } from './models/models.controller.js';
import { MeController } from './people/me.controller.js';
import { PeopleController } from './people/people.controller.js';
import { People } from './people/people.js';
import { Sessions } from './sign-in/sessions.js';
import { SignIn } from './sign-in/sign-in.js';
import { SignInController } from './sign-in/sign-in.controller.js';
import { StoriesModule } from './stories/stories.module.js';
import { FeedbackController } from './questions/feedback.controller.js';
import { LinkedAnswerController } from './questions/linked-answer.controller.js';
import { LinksController } from './questions/links.controller.js';
import { QuestionsController } from './questions/questions.controller.js';
import { ReplayController } from './replay/replay.controller.js';
import { ConnectionResealing } from './workspaces/connection-resealing.js';
import { EvaluationsController } from './workspaces/evaluations.controller.js';
import { KnowledgeController } from './workspaces/knowledge.controller.js';
import { WorkspacesController } from './workspaces/workspaces.controller.js';

/** Needs a `TaskRuntime` (WorkModule) and `prepareApi`. */
@Module({})
export class ApiModule implements OnApplicationShutdown {
  constructor(private readonly feed: EventFeed) {}

  static register(options: ApiOptions = {}): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        QuestionsModule.register(options.canAnswer),
        StoriesModule.register(options.canEvaluate),
        TypeOrmModule.forRootAsync({ inject: [CONFIG], useFactory: (config: Config) => entitiesOptions(config) }),
        TypeOrmModule.forFeature(ENTITIES),
      ],
      controllers: [
        QuestionsController,
        FeedbackController,
        LinksController,
        LinkedAnswerController,
        QuestionEventsController,
        ReplayController,
        WorkspacesController,
        EvaluationsController,
        KnowledgeController,
        WorkspaceFilesController,
        ApiKeysController,
        AuditController,
        QueuesController,
        DeadLettersController,
        MetricsController,
        PageController,
        ModelsController,
        MeController,
        PeopleController,
        SignInController,
      ],
      providers: [
        ...access,
        ...product(options),
        QueueGauges,
        ModelSettings,
        ModelKeyResealing,
        { provide: APP_GUARD, useClass: RightsGuard },
        { provide: APP_FILTER, useClass: ProblemFilter },
        { provide: APP_INTERCEPTOR, useClass: AuditInterceptor },
        { provide: APP_PIPE, useClass: RequestPipe },
      ],
    };
  }

  onApplicationShutdown(): void {
    this.feed.stop();
  }
}

const access: Provider[] = [
  Gate,
  IdentityProvider,
  People,
  Sessions,
  SignIn,
  ApiKeys,
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
];

function product({ examples, scripted }: ApiOptions): Provider[] {
  return [
    { provide: EXAMPLES, useValue: examples ?? (() => []) },
    { provide: SCRIPTED, useValue: scripted ?? false },
    built(PeopleData, TaskRuntime),
    built(WorkspaceRows, getRepositoryToken(WorkspaceEntity)),
    {
      provide: WorkspaceStore,
      inject: [WorkspaceRows, TaskRuntime, CONFIG],
      useFactory: async (rows: WorkspaceRows, work: TaskRuntime, config: Config) =>
        new WorkspaceStore(rows, work, {
          secretKeys: await resolveSecretKeys(config),
          renderSchema: (schema, sendRows) => renderMSchema(schema, { examples: sendRows }),
        }),
    },
    {
      provide: WorkspaceFiles,
      inject: [WorkspaceRows, WorkspaceStore, TaskRuntime, CONFIG],
      useFactory: async (rows: WorkspaceRows, store: WorkspaceStore, work: TaskRuntime, config: Config) =>
        new WorkspaceFiles(rows, store, work.database, {
          secretKeys: await resolveSecretKeys(config),
          mostBytes: config.uploadBytes,
        }),
    },
    {
      provide: ConnectionResealing,
      inject: [WorkspaceRows, CONFIG, LOGGER],
      useFactory: async (rows: WorkspaceRows, config: Config, logger: Logger) =>
        new ConnectionResealing(rows, await resolveSecretKeys(config), logger),
    },
    built(DeadLetters, TaskRuntime, QuestionIntake),
    built(QueueOperations, TaskRuntime, DeadLetters),
    built(QuestionList, TaskRuntime, WorkspaceRows),
    built(QuestionReplay, TaskRuntime),
    built(WinnerRows, TaskRuntime),
    {
      provide: AnswerLinks,
      inject: [TaskRuntime, WinnerRows, QuestionReader, AuditTrail, CONFIG],
      useFactory: async (
        work: TaskRuntime,
        rows: WinnerRows,
        reader: QuestionReader,
        trail: AuditTrail,
        config: Config,
      ) => new AnswerLinks(work, rows, reader, trail, await resolveSecretKeys(config)),
    },
    built(AuditEntries, getRepositoryToken(AuditEntryEntity), WorkspaceRows),
    built(Settlements, TaskRuntime, WorkspaceRows),
    built(Corrections, TaskRuntime, WorkspaceRows, Likes),
    built(SavedQuestions, TaskRuntime),
    built(GoldSqls, getRepositoryToken(GoldSqlEntity), WorkspaceRows, TaskRuntime),
    {
      provide: WorkspaceEvaluations,
      inject: [TaskRuntime, WorkspaceRows, QuestionIntake, CONFIG, PersonQuotas],
      useFactory: (
        work: TaskRuntime,
        rows: WorkspaceRows,
        intake: QuestionIntake,
        config: Config,
        quotas: PersonQuotas,
      ) => {
        const conditions = { models: () => answeringModels(config.models), prompts: promptsVersion() };
        return new WorkspaceEvaluations(work, rows, intake, conditions, quotas);
      },
    },
    KnowledgeOfWorkspaces,
    built(KnowledgeStore, getRepositoryToken(KnowledgeEntity), WorkspaceRows, TaskRuntime, KnowledgeOfWorkspaces),
    built(Drift, WorkspaceRows, TaskRuntime, KnowledgeOfWorkspaces),
    {
      provide: EventFeed,
      inject: [TaskRuntime, LOGGER],
      useFactory: (work: TaskRuntime, logger: Logger) =>
        new EventFeed(work.database, work.hints, (err) => logger.warn({ err }, 'events could not be read')),
    },
  ];
}
