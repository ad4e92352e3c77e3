import { isId, newId, type GoldSqlView, type Id, type Page } from '@assay/contracts';
import { GoldSqlEntity, WorkspaceEntity } from '@assay/persistence';
import type { GoldSqlCreate, PageQuery } from '@assay/requests';
import type { Work } from '@assay/work';
import { LessThan, type DataSource, type Repository } from 'typeorm';
import { notFound, requireCurator, type Caller } from '../intake/caller.js';
import { pageOf } from '../intake/page.js';
import { findWorkspaceId } from '../sql/find-workspace.js';
import { requireReadingSql } from './require-reading-sql.js';
import { goldSqlView } from './gold-sql-view.js';

/** Questions with SQL known to answer them: aids in later prompts, written by hand or made by a like (`Likes`). */
export class GoldSqls {
  private readonly repository: Repository<GoldSqlEntity>;
  private readonly workspaces: Repository<WorkspaceEntity>;

  constructor(
    dataSource: DataSource,
    private readonly work: Pick<Work, 'database'>,
  ) {
    this.repository = dataSource.getRepository(GoldSqlEntity);
    this.workspaces = dataSource.getRepository(WorkspaceEntity);
  }

  /** Newest first. @throws RequestProblem 404 */
  async list(workspace: string, caller: Caller, page: PageQuery): Promise<Page<GoldSqlView>> {
    const workspaceId = await this.workspaceId(workspace, caller);
    const read = (before: Id | null, take: number): Promise<GoldSqlEntity[]> =>
      this.repository.find({
        where: { workspaceId, ...(before === null ? {} : { id: LessThan(before) }) },
        order: { id: 'DESC' },
        take,
      });
    return pageOf(page, read, goldSqlView);
  }

  /** The workspace's id, for who may curate it. @throws RequestProblem 404; 403 `MAY_NOT_CURATE` */
  async requireCurator(workspace: string, caller: Caller): Promise<Id> {
    const id = await this.workspaceId(workspace, caller);
    requireCurator(caller);
    return id;
  }

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE`; 422 where `sql` is not one that may run */
  async add(workspace: string, caller: Caller, goldSql: GoldSqlCreate): Promise<GoldSqlView> {
    const workspaceId = await this.requireCurator(workspace, caller);
    const { question, sql, evidence = null } = goldSql;
    const target = await this.workspaces.findOneBy({ id: workspaceId });
    if (target === null) throw notFound('workspace');
    await requireReadingSql(sql, target);
    const id = newId();
    await this.repository.insert({ id, workspaceId, question, sql, evidence });
    return goldSqlView(await this.repository.findOneByOrFail({ id }));
  }

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE` */
  async remove(workspace: string, goldSql: Id, caller: Caller): Promise<void> {
    const workspaceId = await this.requireCurator(workspace, caller);
    const removed = isId(goldSql) ? await this.repository.delete({ id: goldSql, workspaceId }) : null;
    if (!removed?.affected) throw notFound('gold SQL');
  }

  private async workspaceId(workspace: string, caller: Caller): Promise<Id> {
    const id = await findWorkspaceId(this.work.database, workspace, caller.workspaces);
    if (id === null) throw notFound('workspace');
    return id;
  }
}
