import { z } from 'zod';

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
  'person-exported',
  'person-erased',
  'question-replayed',
  'schema-read',
  'comments-read',
  'knowledge-read',
  'drift-read',
  'connection-checked',
  'models-changed',
  'models-tried',
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

export const auditEntrySchema = z.object({
  id: z.uuid(),
  at: z.iso.datetime(),
  action: z.enum(AUDIT_ACTIONS),
  /** API key or person by id and name; `queue:…` for jobs; `anybody` without keys. */
  actor: z.object({ id: z.string(), name: z.string().nullable() }),
  /** Null for requests from a queue. */
  address: z.string().nullable(),
  workspace: z.uuid().nullable(),
  question: z.uuid().nullable(),
  /** Changed fields, row counts, other ids. Never values. */
  details: z.record(z.string(), z.unknown()),
});
export type AuditEntryView = z.infer<typeof auditEntrySchema>;
