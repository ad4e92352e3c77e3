import { newId, type AuditAction, type Id } from '@assay/contracts';
import { writeAudit } from '@assay/persistence';
import type { Caller } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';

export interface AuditEntry {
  action: AuditAction;
  caller: Caller;
  /** Default: the question's. */
  workspace?: Id | null;
  question?: Id | null;
  details?: Record<string, unknown>;
}

/** Before the response, so nothing acknowledged is missing. Asks are written with their question. */
export class AuditTrail {
  constructor(private readonly work: Pick<TaskRuntime, 'database'>) {}

  async write({ action, caller, workspace = null, question = null, details = {} }: AuditEntry): Promise<void> {
    const { owner: actor, name: actorName = null, address = null, via } = caller;
    const row = {
      id: newId(),
      action,
      actor,
      actorName,
      address,
      workspace,
      question,
      details: via ? { ...details, via } : details,
    };
    await writeAudit(this.work.database, row);
  }
}
