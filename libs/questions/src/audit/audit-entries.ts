import { isId, type AuditEntryView, type Id, type Page } from '@assay/contracts';
import type { AuditEntryEntity } from '@assay/persistence/entities';
import { type AuditQuery, type Caller, pageOf, requireRight, scopeOf } from '@assay/contracts/requests';
import { In, LessThan, type Repository } from 'typeorm';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';

export class AuditEntries {
  constructor(
    private readonly repository: Repository<AuditEntryEntity>,
    private readonly workspaces: WorkspaceRows,
  ) {}

  /** Newest first, of the workspaces that the caller may audit. @throws RequestProblem 403; 404 */
  async list(caller: Caller, { workspace, ...page }: AuditQuery): Promise<Page<AuditEntryView>> {
    const workspaceId = workspace === undefined ? undefined : await this.workspaceId(workspace, caller);
    requireRight(caller, 'audit', workspaceId);
    const scope = workspaceId === undefined ? scopeOf(caller, 'audit') : [workspaceId];
    const read = (before: Id | null, take: number): Promise<AuditEntryEntity[]> =>
      this.repository.find({
        where: {
          ...(scope === null ? {} : { workspaceId: In([...scope]) }),
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
