import { Module, type DynamicModule, type Provider } from '@nestjs/common';
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
import { built, CONFIG, LOGGER, SECRET_KEYS, secretKeysProvider, type Config } from '@assay/runtime';
import { evaluatesWithModels, StoryIntake, StoryReader, type CanEvaluate } from '@assay/stories';
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
import { RunStreams } from './events/run-streams.js';
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
import { ResponseFormatsController } from './stories/response-formats.controller.js';
import { StoryEvaluationsController } from './stories/story-evaluations.controller.js';
import { StoryEventsController } from './stories/story-events.controller.js';
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
export class ApiModule {
  static register(options: ApiOptions = {}): DynamicModule {
    return {
      module: ApiModule,
      imports: [
        QuestionsModule.register(options.canAnswer),
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
        // First: otherwise `response-formats` is taken as an id.
        ResponseFormatsController,
        StoryEvaluationsController,
        StoryEventsController,
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

function product({ examples, scripted, canEvaluate }: ApiOptions): Provider[] {
  return [
    { provide: EXAMPLES, useValue: examples ?? (() => []) },
    { provide: SCRIPTED, useValue: scripted ?? false },
    built(PeopleData, TaskRuntime),
    built(WorkspaceRows, getRepositoryToken(WorkspaceEntity)),
    secretKeysProvider,
    built(WorkspaceStore, WorkspaceRows, TaskRuntime, SECRET_KEYS),
    built(WorkspaceFiles, WorkspaceRows, WorkspaceStore, TaskRuntime, SECRET_KEYS, CONFIG),
    built(ConnectionResealing, WorkspaceRows, SECRET_KEYS, LOGGER),
    built(DeadLetters, TaskRuntime, QuestionIntake),
    built(QueueOperations, TaskRuntime, DeadLetters),
    built(QuestionList, TaskRuntime, WorkspaceRows),
    built(QuestionReplay, TaskRuntime),
    built(WinnerRows, TaskRuntime),
    built(AnswerLinks, TaskRuntime, WinnerRows, QuestionReader, AuditTrail, SECRET_KEYS),
    built(AuditEntries, getRepositoryToken(AuditEntryEntity), WorkspaceRows),
    built(Settlements, TaskRuntime, WorkspaceRows),
    built(Corrections, TaskRuntime, WorkspaceRows, Likes),
    built(SavedQuestions, TaskRuntime),
    built(GoldSqls, getRepositoryToken(GoldSqlEntity), WorkspaceRows, TaskRuntime),
    built(WorkspaceEvaluations, TaskRuntime, WorkspaceRows, QuestionIntake, CONFIG, PersonQuotas),
    KnowledgeOfWorkspaces,
    built(KnowledgeStore, getRepositoryToken(KnowledgeEntity), WorkspaceRows, TaskRuntime, KnowledgeOfWorkspaces),
    built(Drift, WorkspaceRows, TaskRuntime, KnowledgeOfWorkspaces),
    EventFeed,
    RunStreams,
    ...stories(canEvaluate),
  ];
}

function stories(canEvaluate?: CanEvaluate): Provider[] {
  return [
    built(StoryReader, TaskRuntime),
    {
      provide: StoryIntake,
      inject: [TaskRuntime, CONFIG, PersonQuotas],
      useFactory: (work: TaskRuntime, { models }: Config, quotas: PersonQuotas) =>
        new StoryIntake(work, models.untilConfigured(evaluatesWithModels(models), canEvaluate), quotas),
    },
  ];
}
