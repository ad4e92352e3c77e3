import type { Id } from '@assay/contracts';
import type { StageRow } from '@assay/persistence';
import { LRUCache } from 'lru-cache';

/** Runs whose closed stages a coordinator remembers: those under way, as far as it has the room. */
const RUNS = 200;

/** Stages that are over never change: each coordinator reads them once. */
export class ClosedStages {
  private readonly runs = new LRUCache<Id, readonly StageRow[]>({ max: RUNS });

  /** Those of a run that need not be read again. */
  of(run: Id): readonly StageRow[] {
    return this.runs.get(run) ?? [];
  }

  /** Keeps the closed ones among all stages of a run. */
  keep(run: Id, stages: readonly StageRow[]): void {
    this.runs.set(
      run,
      stages.filter(({ closedAt }) => closedAt !== null),
    );
  }

  /** The run is over. */
  forget(run: Id): void {
    this.runs.delete(run);
  }
}
