import { z } from 'zod';

/** What is kept of who did what. */
export const AUDIT_ACTIONS = [
  'question-asked',
  'question-cancelled',
  'question-liked',
  'question-corrected',
  'question-settled',
  'question-named',
  'rows-read',
  'rows-exported',
  'record-read',
  'call-read',
  'workspace-created',
  'workspace-changed',
  'workspace-removed',
  'files-uploaded',
  'file-removed',
  'gold-sql-added',
  'gold-sql-removed',
  'evaluation-started',
  'evaluation-cancelled',
  'knowledge-imported',
  'knowledge-removed',
  'api-key-created',
  'api-key-revoked',
  'question-replayed',
  'schema-read',
  'comments-read',
  'knowledge-read',
  'drift-read',
  'connection-checked',
  'story-evaluation-asked',
  'story-evaluation-cancelled',
  'story-record-read',
  'story-call-read',
  'queue-paused',
  'queue-resumed',
  'queue-drained',
  'queue-retried',
  'queue-board-used',
  'dead-letter-read',
  'dead-letter-retried',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One entry of the audit trail. */
export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  /** The API key by id and name, never its text; `queue:questions` for jobs, `anybody` where no key is asked for. */
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  /** Where the request came from; null for what came through a queue. */
  address: z.string().nullable(),
  workspace: z.uuid().nullable(),
  question: z.uuid().nullable(),
  /** The fields that were changed, the number of rows, another thing's id. Never a value. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;
