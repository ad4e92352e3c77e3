export { ApiKeyCreate } from './api-key-create.js';
export { claimValues, statedValues } from './access/claims.js';
export { AuditQuery } from './audit-query.js';
export {
  actingFor,
  askedBy,
  may,
  meOf,
  requireAdmin,
  requireRight,
  scopeOf,
  visibilityOf,
  unrestricted,
  type Caller,
  type Grant,
  type Person,
  type Scope,
  type Visibility,
} from './access/caller.js';
export { notFound } from './access/not-found.js';
export { RIGHTS, rightsTable, type AnyRole, type AskerKind } from './access/rights.js';
export { IDEMPOTENCY_KEY_RULE, isIdempotencyKey } from './checks/idempotency-key.js';
export { isReplyQueue } from './checks/is-reply-queue.js';
export { DeadLettersQuery } from './dead-letters-query.js';
export { LinkCreate } from './questions/link-create.js';
export { ModelsTrial } from './models/models-trial.js';
export { ModelsUpdate } from './models/models-update.js';
export { PageQuery } from './page-query.js';
export { pageOf } from './pages/page-of.js';
export { AskJob } from './questions/ask-job.js';
export { AskRequest } from './questions/ask-request.js';
export { QuestionCorrection } from './questions/question-correction.js';
export { PersonOfJob, SUBJECT_FORM } from './questions/person-of-job.js';
export { QuestionJob } from './questions/question-job.js';
export { QuestionSettlement } from './questions/question-settlement.js';
export { QuestionUpdate } from './questions/question-update.js';
export { QuestionsQuery } from './questions/questions-query.js';
export { ReplyAddress } from './questions/reply-address.js';
export { RowsQuery } from './questions/rows-query.js';
export { RequestQuery } from './request-query.js';
export { requestSchema } from './schema/request-schema.js';
export { toJsonSchema } from './schema/to-json-schema.js';
export { NarrationQuery } from './stories/narration-query.js';
export { StoryEvaluationJob } from './stories/story-evaluation-job.js';
export { StoryEvaluationRequest } from './stories/story-evaluation-request.js';
export { invalidFields } from './validation/invalid-fields.js';
export { parseRequest, RequestPipe } from './validation/request-pipe.js';
export { DatabaseConnection } from './workspaces/database-connection.js';
export { EvaluationCreate } from './workspaces/evaluation-create.js';
export { GoldSqlCreate } from './workspaces/gold-sql-create.js';
export { KnowledgeQuery } from './workspaces/knowledge-query.js';
export { SchemaQuery } from './workspaces/schema-query.js';
export { WorkspaceCreate } from './workspaces/workspace-create.js';
export { WorkspaceUpdate } from './workspaces/workspace-update.js';
