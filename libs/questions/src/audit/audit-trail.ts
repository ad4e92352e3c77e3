import { isId, newId, type AuditAction, type AuditEntryView, type Id, type Page } from '@assay/contracts';
import { AuditEntryEntity, writeAudit } from '@assay/persistence';
import type { AuditQuery } from '@assay/requests';
import type { Work } from '@assay/work';
import { LessThan, type DataSource, type Repository } from 'typeorm';
import { notFound, requireAdmin, type Caller } from '../intake/caller.js';
import { pageOf } from '../intake/page.js';
import { findWorkspaceId } from '../workspaces/find-workspace.sql.js';

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
 * Who did what. An entry is written before whoever asked is answered, so that nothing acknowledged is missing; an ask is
 * written with its question, in the same statement.
 */
export class AuditTrail {
  private readonly repository: Repository<AuditEntryEntity>;

  constructor(
    dataSource: DataSource,
    private readonly work: Pick<Work, 'database'>,
  ) {
    this.repository = dataSource.getRepository(AuditEntryEntity);
  }

  async write({ action, caller, workspace = null, question = null, details = {} }: AuditEntry): Promise<void> {
    await writeAudit(this.work.database, {
      id: newId(),
      action,
      actor: caller.owner,
      actorName: caller.name ?? null,
      address: caller.address ?? null,
      workspace,
      question,
      details,
    });
  }

  /** Newest first, for admins. @throws RequestProblem 403; 404 for a workspace of this name */
  async list(caller: Caller, { workspace, ...page }: AuditQuery): Promise<Page<AuditEntryView>> {
    requireAdmin(caller);
    const workspaceId = workspace === undefined ? null : await this.workspaceId(workspace);
    const read = (before: Id | null, take: number): Promise<AuditEntryEntity[]> =>
      this.repository.find({
        where: {
          ...(workspaceId === null ? {} : { workspaceId }),
          ...(before === null ? {} : { id: LessThan(before) }),
        },
        order: { id: 'DESC' },
        take,
      });
    return pageOf(page, read, viewOf);
  }

  /** Of one that is gone the id is all that is left. */
  private async workspaceId(idOrName: string): Promise<Id> {
    if (isId(idOrName)) return idOrName;
    const found = await findWorkspaceId(this.work.database, idOrName, null);
    if (found === null) throw notFound('workspace');
    return found;
  }
}

function viewOf(entry: AuditEntryEntity): AuditEntryView {
  const { id, at, action, actor, actorName, address, workspaceId, questionId, details } = entry;
  return {
    id,
    at: at.toISOString(),
    action,
    actor: { id: actor, name: actorName },
    address,
    workspace: workspaceId,
    question: questionId,
    details,
  };
}
