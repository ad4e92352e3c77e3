export { hashOfBody } from './body-hash.js';
export { Database, toAssayError, type DatabaseOptions, type Queryable, type Statement } from './database.js';
export { prepared } from './prepared.js';
export { migrate } from './migrate.js';
export { exportWorkspaces, importWorkspaces, type ExportedRow } from './sql/workspace-export.js';
export { applyAdvance, type Advance, type NewTask, type RunAdvance } from './sql/apply-advance.js';
export {
  heartbeat,
  stopProcess,
  type HeartbeatAnswer,
  type ClosedGate,
  type ForgottenClaim,
  type ProcessIdentity,
} from './sql/heartbeat.js';
export { readBlocks, REFRESH_HOURS, storeBlocks, type NewBlock } from './sql/blocks.js';
export {
  claimTasks,
  type ClaimedRun,
  type ClaimedStage,
  type ClaimedTask,
  type ClaimRequest,
} from './sql/claim-tasks.js';
export { extendTask } from './sql/extend-task.js';
export { finishStatements } from './sql/finish-statements.js';
export type { Finish, FinishItem, StepRow } from './sql/finish-item.js';
export { finishTasks, type FinishOutcome } from './sql/finish-tasks.js';
export { createRun, type NewRun } from './sql/create-run.js';
export { closeGate } from './sql/gates.js';
export { readModelSettings, resealModelKey, writeModelSettings } from './sql/model-settings.js';
export { deleteDaysOfWorkspace, deleteWorkspaceDays } from './sql/workspace-days.js';
export { deleteIdempotencyKeys, IDEMPOTENCY_HOURS } from './sql/idempotency-keys.js';
export { RUN_COLUMNS, lockRun, readRun, type RunRow } from './sql/run-row.js';
export { lostTasks, type LostTask } from './sql/lost-tasks.js';
export { readAnswers, type AnswerRow } from './sql/read-answers.js';
export { readCall, readCalls, type StoredCall } from './sql/read-calls.js';
export {
  readEventPages,
  readEventPositions,
  readEvents,
  type EventPosition,
  type EventsWanted,
} from './sql/read-events.js';
export { countReplays, readJournal, type JournaledStep } from './sql/read-journal.js';
export { personId, personNamed } from './sql/people.js';
export { raiseWarningOnce } from './sql/raise-warning.js';
export { MOST_COUNTED, MOST_IN_HAND, readTaskQueues, type TaskQueueState } from './sql/read-queues.js';
export { readReplayedTask, type ReplayedStep, type ReplayedTask } from './sql/read-replayed-task.js';
export { readSpending, type AgentSpending } from './sql/read-spending.js';
export { readStageTimes, type StageTimes } from './sql/read-stage-times.js';
export { STAGES_OF_RUN, readStages, stagesOf, type StageJson, type StageRow, type TaskRow } from './sql/read-stages.js';
export { claimWebhooks, webhookFailed, webhookSent, type DueWebhook } from './sql/webhooks.js';
export { idempotencyKeyOf, unsentReplies, requeueReply, replySent, type UnsentReply } from './sql/replies.js';
export { readUsage, usageOf, USAGE_COLUMNS } from './sql/read-usage.js';
export { redriveTask, type RedriveOutcome } from './sql/redrive-task.js';
export { requestCancel } from './sql/request-cancel.js';
export { requestTasks, type RequestedTask, type TaskRequest } from './sql/request-tasks.js';
export {
  dropPartitions,
  ensurePartitions,
  eraseCallBodies,
  eraseDeadProcesses,
  eraseOldEvaluations,
  eraseOldRecords,
  eraseOldRequests,
  eraseUnusedBlocks,
  readRetentionLag,
  type RetentionLag,
} from './sql/retention.js';
export { deletePublications, deleteRunPublications, sweepOutbox, type OutboxItem } from './sql/sweep-outbox.js';
export { storable, storableText, toJsonb } from './storable.js';
export { eraseAudit } from './sql/erase-audit.js';
export { writeAudit } from './sql/write-audit.js';
export { eventRow, type EventRow } from './sql/event-row.js';
export type { Stored } from './stored.js';
