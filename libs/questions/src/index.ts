export type { PrepareResult } from './pipeline/build-context.js';
export { PIPELINE_VERSION, QuestionPipeline } from './pipeline/question-pipeline.js';
export { AuditEntries } from './audit/audit-entries.js';
export { AuditTrail } from './audit/audit-trail.js';
export { GoldSqls } from './curation/gold-sqls.js';
export { Likes, type Liked } from './curation/likes.js';
export { hashOfBody } from './intake/body-hash.js';
export { forgetIdempotencyKeys } from './sql/insert-question.js';
export { IDEMPOTENCY_HOURS } from './sql/resolve-ask.js';
export { notFound, requireAdmin, requireCurator, unrestricted, type Caller } from './intake/caller.js';
export { answersWithModels, type AnswerableQuestion, type CanAnswer } from './intake/can-answer.js';
export { DeadLetters } from './operations/dead-letters.js';
export { QueueOperations } from './operations/queue-operations.js';
export { pageOf } from './intake/page.js';
export { QuestionIntake, type AskInput } from './intake/question-intake.js';
export { QuestionReader } from './record/question-reader.js';
export { findQuestion, type FoundQuestion } from './sql/find-question.js';
export {
  readEventPages,
  readEventPositions,
  readEvents,
  type EventPosition,
  type EventsWanted,
} from './sql/read-events.js';
export { WinnerRows } from './record/winner-rows.js';
export { QuestionReplay } from './replay/question-replay.js';
export { effectiveSettings, loadConnection, type WorkspaceConnection } from './workspaces/connection.js';
export { findWorkspaceId } from './sql/find-workspace.js';
export { storeRefreshedSchema } from './workspaces/refreshed-schema.js';
export { resealConnections, type Resealed } from './workspaces/reseal-connections.js';
export { schemaForAgents } from './workspaces/schema-for-agents.js';
export { WorkspaceStore, type WorkspaceStoreOptions } from './workspaces/workspace-store.js';
