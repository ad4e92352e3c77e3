import { isId, newId, type GoldSqlView, type Id, type Page } from '@assay/contracts';
import type { GoldSqlEntity } from '@assay/persistence/entities';
import { type Caller, type GoldSqlCreate, notFound, pageOf, type PageQuery } from '@assay/contracts/requests';
import type { TaskRuntime } from '@assay/work';
import { LessThan, type Repository } from 'typeorm';
import type { WorkspaceRows } from '../workspaces/workspace-rows.js';
import { contradictingGoldSqls } from '../sql/contradicting-gold-sqls.js';
import { requireReadingSql } from './require-reading-sql.js';
import { goldSqlView } from './gold-sql-view.js';

/** Written by hand or by `Likes`. */
export class GoldSqls {
  constructor(
    private readonly repository: Repository<GoldSqlEntity>,
    private readonly workspaces: WorkspaceRows,
    private readonly work: Pick<TaskRuntime, 'database'>,
  ) {}

  /** Newest first. @throws RequestProblem 404 */
  async list(workspace: string, caller: Caller, page: PageQuery): Promise<Page<GoldSqlView>> {
    const { id: workspaceId } = await this.workspaces.require(workspace, caller, 'readCuration');
    const read = (before: Id | null, take: number): Promise<GoldSqlEntity[]> =>
      this.repository.find({
        where: { workspaceId, ...(before === null ? {} : { id: LessThan(before) }) },
        order: { id: 'DESC' },
        take,
      });
    const { items, ...rest } = await pageOf(page, read, (row) => row);
    return { ...rest, items: await this.views(items) };
  }

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE`; 422 if `sql` may not run */
  async add(workspace: string, caller: Caller, goldSql: GoldSqlCreate): Promise<GoldSqlView> {
    const target = await this.workspaces.require(workspace, caller, 'curate');
    const { question, sql, evidence = null } = goldSql;
    await requireReadingSql(sql, target);
    const id = newId();
    await this.repository.insert({ id, workspaceId: target.id, question, sql, evidence, owner: caller.owner });
    const [view] = await this.views([await this.repository.findOneByOrFail({ id })]);
    return view as GoldSqlView;
  }

  private async views(rows: readonly GoldSqlEntity[]): Promise<GoldSqlView[]> {
    const found = await contradictingGoldSqls(
      this.work.database,
      rows.map(({ id }) => id),
    );
    const others = new Map(found.map((each) => [each.id, each.others]));
    return rows.map((row) => goldSqlView(row, others.get(row.id)));
  }

  /** @throws RequestProblem 404; 403 `MAY_NOT_CURATE` */
  async remove(workspace: string, goldSql: Id, caller: Caller): Promise<void> {
    const { id: workspaceId } = await this.workspaces.require(workspace, caller, 'curate');
    const removed = isId(goldSql) ? await this.repository.delete({ id: goldSql, workspaceId }) : null;
    if (!removed?.affected) throw notFound('gold SQL');
  }
}
