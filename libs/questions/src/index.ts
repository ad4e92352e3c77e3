export type { PrepareResult } from './pipeline/build-context.js';
export { PIPELINE_VERSION, QuestionPipeline } from './pipeline/question-pipeline.js';
export { AuditTrail } from './audit/audit-trail.js';
export { GoldSqls, type Liked } from './curation/gold-sqls.js';
export { hashOfBody } from './intake/body-hash.js';
export { forgetIdempotencyKeys } from './intake/insert-question.sql.js';
export { IDEMPOTENCY_HOURS } from './intake/resolve-ask.sql.js';
export { notFound, requireAdmin, requireCurator, unrestricted, type Caller } from './intake/caller.js';
export { answersWithModels, type AnswerableQuestion, type CanAnswer } from './intake/can-answer.js';
export { DeadLetters } from './operations/dead-letters.js';
export { QueueOperations } from './operations/queue-operations.js';
export { pageOf } from './intake/page.js';
export { QuestionIntake, type AskInput } from './intake/question-intake.js';
export { QuestionReader } from './record/question-reader.js';
export { findQuestion, type FoundQuestion } from './record/find-question.sql.js';
export {
  readEventPages,
  readEventPositions,
  readEvents,
  type EventPosition,
  type EventsWanted,
} from './record/read-events.sql.js';
export { WinnerRows } from './record/winner-rows.js';
export { QuestionReplay } from './replay/question-replay.js';
export { effectiveSettings, loadConnection, type WorkspaceConnection } from './workspaces/connection.js';
export { findWorkspaceId } from './workspaces/find-workspace.sql.js';
export { storeRefreshedSchema } from './workspaces/refreshed-schema.js';
export { resealConnections, type Resealed } from './workspaces/reseal-connections.js';
export { schemaForAgents } from './workspaces/schema-for-agents.js';
export { WorkspaceStore, type WorkspaceStoreOptions } from './workspaces/workspace-store.js';
