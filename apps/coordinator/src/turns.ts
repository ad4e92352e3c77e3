import { timing } from '@assay/contracts/timing';

/** A turn that is under way, and whether another one is wanted after it. */
interface Turn {
  again: boolean;
  startedAt: number;
}

/** What a turn leaves to be done; the next turn does not wait for it. */
export interface Rest {
  rest: Promise<void>;
}

/**
 * Serializes work by key and coalesces it: calls during a turn schedule exactly one more turn after it. A turn always
 * begins after the call that asked for it.
 */
export class Turns<Key> {
  private readonly underWay = new Map<Key, Turn>();

  /** @param now milliseconds of a steady clock */
  constructor(
    private readonly work: (key: Key) => Promise<Rest | null>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Takes turns until none is wanted, and waits for what they leave; returns at once where another call takes them.
   * @throws what the first turn or rest to fail threw, when all have ended
   */
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
    // one that was stuck may have been overtaken
    if (this.underWay.get(key) === turn) this.underWay.delete(key);
    await Promise.all(left);
    if (failures.length > 0) throw failures[0];
  }
}
