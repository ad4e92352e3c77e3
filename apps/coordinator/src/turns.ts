import { timing } from '@assay/contracts/timing';

interface Turn {
  again: boolean;
  startedAt: number;
}

/** Remaining work that the next turn does not await. */
export interface Rest {
  rest: Promise<void>;
}

/** Runs work one turn at a time per key; calls during a turn are merged into one more. */
export class Turns<Key> {
  private readonly underWay = new Map<Key, Turn>();

  /** @param now steady clock, ms */
  constructor(
    private readonly work: (key: Key) => Promise<Rest | null>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Runs turns until none is wanted; returns at once if another call runs them and is not stuck. */
  async take(key: Key): Promise<void> {
    const other = this.underWay.get(key);
    if (other !== undefined && this.now() - other.startedAt < timing.stuckTurn) {
      other.again = true;
      return;
    }
    const turn: Turn = { again: true, startedAt: 0 };
    this.underWay.set(key, turn);
    const failures: unknown[] = [];
    const failed = (reason: unknown): null => (failures.push(reason), null);
    const left: Promise<unknown>[] = [];
    while (turn.again) {
      turn.again = false;
      turn.startedAt = this.now();
      const taken = await this.work(key).catch(failed);
      if (taken !== null) left.push(taken.rest.catch(failed));
    }
    // a stuck turn may have been replaced
    if (this.underWay.get(key) === turn) this.underWay.delete(key);
    await Promise.all(left);
    if (failures.length > 0) throw failures[0];
  }
}
