import { newId, type AuditAction, type Id } from '@assay/contracts';
import { writeAudit } from '@assay/persistence';
import type { Caller } from '@assay/requests';
import type { TaskRuntime } from '@assay/work';

/** Something that somebody did, as it is written. */
export interface AuditEntry {
  action: AuditAction;
  caller: Caller;
  /** Taken from the question where one is named. */
  workspace?: Id | null;
  question?: Id | null;
  details?: Record<string, unknown>;
}

/**
 * Writes who did what. An entry is written before the caller is answered, so that nothing acknowledged is missing; an
 * ask is written with its question, in the same statement.
 */
export class AuditTrail {
  constructor(private readonly work: Pick<TaskRuntime, 'database'>) {}

  async write({ action, caller, workspace = null, question = null, details = {} }: AuditEntry): Promise<void> {
    const { owner: actor, name: actorName = null, address = null } = caller;
    const row = { id: newId(), action, actor, actorName, address, workspace, question, details };
    await writeAudit(this.work.database, row);
  }
}
