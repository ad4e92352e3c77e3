import type { GoldSql, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { RelevanceIndex, type RelevanceLimits, type RelevantText } from '@assay/sql';
import { LRUCache } from 'lru-cache';
import { goldSqlIds, goldSqlRows, goldSqlsVersion } from '../sql/gold-sql-rows.js';

/** Gold SQLs that a process keeps indexed, of all workspaces together: about 100 MB. */
const KEPT_GOLD_SQLS = 50_000;

interface Indexed {
  index: RelevanceIndex<GoldSql>;
  /** Version of the workspace's gold SQLs that the index holds. */
  version: string;
}

/**
 * The gold SQLs of workspaces, indexed by the likeness of their questions. The database says with one query whether an
 * index is still right; what changed is then added or taken out.
 */
export class RelevantGoldSqls {
  private readonly workspaces = new LRUCache<Id, Indexed>({
    maxSize: KEPT_GOLD_SQLS,
    sizeCalculation: ({ index }) => Math.max(1, index.size),
  });

  /**
   * The gold SQLs of a workspace whose questions are most like this one, best first.
   *
   * @param leavesOut a gold SQL that is not among them, nor any other of the same question
   * @param isInUse false for one that is set aside: the next like it takes its place
   */
  async find(
    connection: Queryable,
    workspace: Id,
    asked: RelevantText,
    limits: RelevanceLimits,
    leavesOut: Id | null = null,
    isInUse: (goldSql: GoldSql) => boolean = () => true,
  ): Promise<GoldSql[]> {
    if (limits.top === 0) return [];
    const version = await goldSqlsVersion(connection, workspace);
    const known = this.workspaces.get(workspace);
    const index = known?.version === version ? known.index : await this.refresh(connection, workspace, version);
    const [left] = leavesOut === null ? [] : await goldSqlRows(connection, [leavesOut]);
    const found: GoldSql[] = [];
    for (const { item } of index.search(asked, { ...limits, top: index.size })) {
      if (isInUse(item) && !(left && isSameQuestion(left, item))) found.push(item);
      if (found.length === limits.top) break;
    }
    return found;
  }

  private async refresh(connection: Queryable, workspace: Id, version: string): Promise<RelevanceIndex<GoldSql>> {
    const ids = new Set(await goldSqlIds(connection, workspace));
    const before = this.workspaces.get(workspace)?.index;
    const missing = [...ids].filter((id) => !before?.has(id));
    const rows = missing.length === 0 ? [] : await goldSqlRows(connection, missing);
    const index = before ?? new RelevanceIndex<GoldSql>();
    for (const id of [...index.ids]) if (!ids.has(id)) index.remove(id);
    for (const { id, question, sql, evidence } of rows) {
      index.add(id, { question, sql, evidence }, { text: question, aside: evidence });
    }
    this.workspaces.set(workspace, { index, version });
    return index;
  }
}

function isSameQuestion(one: GoldSql, other: GoldSql): boolean {
  const [first, second] = [one, other].map(({ question }) => question.trim().toLowerCase());
  return first === second;
}
