import type { Id } from '@assay/contracts';
import type { StageRow } from '@assay/persistence';
import { LRUCache } from 'lru-cache';

const RUNS = 200;

/** They never change. */
export class ClosedStages {
  private readonly runs = new LRUCache<Id, readonly StageRow[]>({ max: RUNS });

  of(run: Id): readonly StageRow[] {
    return this.runs.get(run) ?? [];
  }

  keep(run: Id, stages: readonly StageRow[]): void {
    this.runs.set(
      run,
      stages.filter(({ closedAt }) => closedAt !== null),
    );
  }

  evict(run: Id): void {
    this.runs.delete(run);
  }
}
