import { isId, type AuditEntryView, type Id, type Page } from '@assay/contracts';
import type { AuditEntryEntity } from '@assay/persistence/entities';
import { type AuditQuery, type Caller, pageOf, requireAdmin } from '@assay/requests';
import { LessThan, type Repository } from 'typeorm';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';

export class AuditEntries {
  constructor(
    private readonly repository: Repository<AuditEntryEntity>,
    private readonly workspaces: WorkspaceRows,
  ) {}

  /** Newest first, for admins. @throws RequestProblem 403; 404 for an unknown workspace */
  async list(caller: Caller, { workspace, ...page }: AuditQuery): Promise<Page<AuditEntryView>> {
    requireAdmin(caller);
    const workspaceId = workspace === undefined ? null : await this.workspaceId(workspace, caller);
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

  /** Removed workspaces are found by id only. */
  private async workspaceId(idOrName: string, caller: Caller): Promise<Id> {
    return isId(idOrName) ? idOrName : (await this.workspaces.find(idOrName, caller)).id;
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
