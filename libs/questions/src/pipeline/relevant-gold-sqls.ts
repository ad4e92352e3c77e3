import type { GoldSql, Id } from '@assay/contracts';
import type { Queryable } from '@assay/persistence';
import { LRUCache } from 'lru-cache';
import { goldSqlIds, goldSqlRows, goldSqlsVersion, type GoldSqlRow } from '../sql/gold-sql-rows.js';
import { RelevanceIndex, type RelevanceLimits, type RelevantText } from './relevance-index.js';

/** About 100 MB. */
const KEPT_GOLD_SQLS = 50_000;

type IndexedGoldSql = Omit<GoldSqlRow, 'id'>;

interface Indexed {
  index: RelevanceIndex<IndexedGoldSql>;
  version: string;
}

/** Gold SQLs indexed by question similarity. One query checks the version; changes are applied incrementally. */
export class RelevantGoldSqls {
  private readonly workspaces = new LRUCache<Id, Indexed>({
    maxSize: KEPT_GOLD_SQLS,
    sizeCalculation: ({ index }) => Math.max(1, index.size),
  });

  /**
   * Most similar gold SQLs, best first.
   * @param leavesOut excluded, with others of the same question
   * @param isInUse others are replaced by the next similar
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
      const { words, ...goldSql } = item;
      if (isInUse(goldSql) && words !== left?.words) found.push(goldSql);
      if (found.length === limits.top) break;
    }
    return found;
  }

  private async refresh(
    connection: Queryable,
    workspace: Id,
    version: string,
  ): Promise<RelevanceIndex<IndexedGoldSql>> {
    const ids = new Set(await goldSqlIds(connection, workspace));
    const before = this.workspaces.get(workspace)?.index;
    const missing = [...ids].filter((id) => !before?.has(id));
    const rows = missing.length === 0 ? [] : await goldSqlRows(connection, missing);
    const index = before ?? new RelevanceIndex<IndexedGoldSql>();
    for (const id of [...index.ids]) if (!ids.has(id)) index.remove(id);
    for (const { id, ...goldSql } of rows) {
      index.add(id, goldSql, { text: goldSql.question, aside: goldSql.evidence });
    }
    this.workspaces.set(workspace, { index, version });
    return index;
  }
}
