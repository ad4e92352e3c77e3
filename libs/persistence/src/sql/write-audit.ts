import type { AuditAction, Id } from '@assay/contracts';
import { toJsonb } from '../storable.js';
import { prepared } from '../prepared.js';

export interface NewAuditEntry {
  id: Id;
  action: AuditAction;
  actor: string;
  actorName: string | null;
  address: string | null;
  /** Null: that of the question, if any. */
  workspace: Id | null;
  question: Id | null;
  details: Record<string, unknown>;
}

export const writeAudit = prepared<[entry: NewAuditEntry]>(
  {
    name: 'write_audit',
    text: `insert into assay.audit (id, action, actor, actor_name, address, workspace_id, question_id, details)
     values ($1, $2, $3, $4, $5, coalesce($6::uuid, (select workspace_id from assay.runs where id = $7::uuid)), $7, $8)`,
  },
  ({ id, action, actor, actorName, address, workspace, question, details }) => [
    id,
    action,
    actor,
    actorName,
    address,
    workspace,
    question,
    toJsonb(details),
  ],
).run;
