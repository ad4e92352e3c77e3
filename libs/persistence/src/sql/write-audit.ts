import type { AuditAction, Id } from '@assay/contracts';
import type { Queryable } from '../database.js';
import { toJsonb } from '../storable.js';

export interface NewAuditEntry {
  id: Id;
  action: AuditAction;
  /** API key id, or a name. */
  actor: string;
  actorName: string | null;
  address: string | null;
  /** Derived from the question if that is given. */
  workspace: Id | null;
  question: Id | null;
  details: Record<string, unknown>;
}

const statement = {
  name: 'write_audit',
  text: `insert into assay.audit (id, action, actor, actor_name, address, workspace_id, question_id, details)
     values ($1, $2, $3, $4, $5, coalesce($6::uuid, (select workspace_id from assay.runs where id = $7::uuid)), $7, $8)`,
};

/** Adds an audit entry; in a transaction it commits with the change. */
export async function writeAudit(connection: Queryable, entry: NewAuditEntry): Promise<void> {
  const { id, action, actor, actorName, address, workspace, question, details } = entry;
  const values = [id, action, actor, actorName, address, workspace, question, toJsonb(details)];
  await connection.query(statement, values);
}
