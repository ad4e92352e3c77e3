import { ApiKeysClient } from './api-keys-client.js';
import { AuditClient } from './audit-client.js';
import { EvaluationsClient } from './evaluations-client.js';
import { GoldSqlsClient } from './gold-sqls-client.js';
import { HealthClient } from './health-client.js';
import { HttpTransport, type ClientOptions } from './http-transport.js';
import { KnowledgeClient } from './knowledge-client.js';
import { ModelsClient } from './models-client.js';
import { PeopleClient } from './people-client.js';
import { QuestionsClient } from './questions-client.js';
import { QueuesClient } from './queues-client.js';
import { StoryEvaluationsClient } from './story-evaluations-client.js';
import { WorkspacesClient } from './workspaces-client.js';

/**
 * Assay over HTTP. Rejects with `ApiProblem` (error response) or `ConnectionProblem` (no response in time, or none of Assay).
 * Only event streams retry; for requests use `retryable`, `retryAfterMs` and `idempotencyKey`.
 */
export class AssayClient {
  readonly url: string;
  readonly questions: QuestionsClient;
  readonly workspaces: WorkspacesClient;
  readonly goldSqls: GoldSqlsClient;
  readonly evaluations: EvaluationsClient;
  readonly knowledge: KnowledgeClient;
  readonly apiKeys: ApiKeysClient;
  readonly audit: AuditClient;
  readonly models: ModelsClient;
  readonly people: PeopleClient;
  readonly queues: QueuesClient;
  readonly storyEvaluations: StoryEvaluationsClient;
  readonly health: HealthClient;

  /** @throws TypeError for an invalid url or one with credentials */
  constructor(options: ClientOptions) {
    const transport = new HttpTransport(options);
    this.url = transport.url;
    this.questions = new QuestionsClient(transport);
    this.workspaces = new WorkspacesClient(transport);
    this.goldSqls = new GoldSqlsClient(transport);
    this.evaluations = new EvaluationsClient(transport);
    this.knowledge = new KnowledgeClient(transport);
    this.apiKeys = new ApiKeysClient(transport);
    this.audit = new AuditClient(transport);
    this.models = new ModelsClient(transport);
    this.people = new PeopleClient(transport);
    this.queues = new QueuesClient(transport);
    this.storyEvaluations = new StoryEvaluationsClient(transport);
    this.health = new HealthClient(transport);
  }
}
