import type { AuditAction, Id } from '@assay/contracts';
import { toJsonb, type Queryable } from '@assay/persistence';

/** An entry of the audit trail as it is written. */
export interface AuditRow {
  id: Id;
  action: AuditAction;
  actor: string;
  actorName: string | null;
  address: string | null;
  /** Ignored where a question is named: the entry gets the question's workspace. */
  workspace: Id | null;
  question: Id | null;
  details: Record<string, unknown>;
}

const statement = {
  name: 'write_audit_entry',
  text: `insert into assay.audit (id, action, actor, actor_name, address, workspace_id, question_id, details)
     values ($1, $2, $3, $4, $5,
             case when $7::uuid is null then $6::uuid else (select workspace_id from assay.runs where id = $7) end,
             $7, $8)`,
};

export async function writeAuditEntry(database: Queryable, row: AuditRow): Promise<void> {
  const { id, action, actor, actorName, address, workspace, question, details } = row;
  await database.query(statement, [id, action, actor, actorName, address, workspace, question, toJsonb(details)]);
}
