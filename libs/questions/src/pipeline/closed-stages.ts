import type { Id } from '@assay/contracts';
import { readStages, type Queryable, type StageRow } from '@assay/persistence';
import { LRUCache } from 'lru-cache';

/** Runs whose closed stages a coordinator remembers: those under way, as far as it has the room. */
const RUNS = 200;

/** Stages that are over never change: each coordinator reads them once. */
export class ClosedStages {
  private readonly runs = new LRUCache<Id, StageRow[]>({ max: RUNS });

  /** All stages of a run, in their order. */
  async read(connection: Queryable, run: Id): Promise<StageRow[]> {
    const known = this.runs.get(run) ?? [];
    const ids = known.map(({ id }) => id);
    const all = [...known, ...(await readStages(connection, run, ids))].sort(byStart);
    const closed = all.filter(({ closedAt }) => closedAt !== null);
    this.runs.set(run, closed);
    return all;
  }

  /** The run is over. */
  forget(run: Id): void {
    this.runs.delete(run);
  }
}

/** Ids are ordered by time too, and tell those apart that began in one millisecond. */
function byStart(left: StageRow, right: StageRow): number {
  return left.startedAt.getTime() - right.startedAt.getTime() || (left.id < right.id ? -1 : 1);
}
