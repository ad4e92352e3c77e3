import { isId, type AuditEntryView, type Id, type Page } from '@assay/contracts';
import { AuditEntryEntity } from '@assay/persistence';
import type { AuditQuery } from '@assay/requests';
import type { Work } from '@assay/work';
import { LessThan, type DataSource, type Repository } from 'typeorm';
import { notFound, requireAdmin, type Caller } from '../intake/caller.js';
import { pageOf } from '../intake/page.js';
import { findWorkspaceId } from '../sql/find-workspace.js';

/** Reads the audit trail. */
export class AuditEntries {
  private readonly repository: Repository<AuditEntryEntity>;

  constructor(
    dataSource: DataSource,
    private readonly work: Pick<Work, 'database'>,
  ) {
    this.repository = dataSource.getRepository(AuditEntryEntity);
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
