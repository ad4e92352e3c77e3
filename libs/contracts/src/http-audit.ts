import type { Id } from './ids.js';

/** What is kept of who did what. */
export const AUDIT_ACTIONS = [
  'question-asked',
  'question-cancelled',
  'question-liked',
  'rows-read',
  'rows-exported',
  'record-read',
  'call-read',
  'workspace-created',
  'workspace-changed',
  'workspace-removed',
  'gold-sql-added',
  'gold-sql-removed',
  'api-key-created',
  'api-key-revoked',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One entry of the audit trail. */
export interface AuditEntryView {
  id: Id;
  at: string;
  action: AuditAction;
  /** The API key by its id and its name, never its text; `queue:questions` for jobs, `anybody` where no key is asked for. */
  actor: { id: string; name: string | null };
  /** Where the request came from; null for what came through a queue. */
  address: string | null;
  workspace: Id | null;
  question: Id | null;
  /** What else tells of it: the fields that were changed, the number of rows, the other thing's id. Never a value. */
  details: Record<string, unknown>;
}
