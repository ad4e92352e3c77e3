/** A turn that is under way, and whether another one is wanted after it. */
interface Turn {
  again: boolean;
  readonly startedAt: number;
}

/** Milliseconds; a turn that takes longer is stuck, and nobody's turn waits for it. */
const STUCK_MS = 30_000;

/**
 * Work by key, one turn at a time: who asks while one is under way is content that whoever takes it takes another one
 * after it. A turn always begins after it was asked for.
 */
export class Turns<Key> {
  private readonly underWay = new Map<Key, Turn>();

  /** @param now milliseconds of a steady clock */
  constructor(
    private readonly work: (key: Key) => Promise<void>,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Takes turns until nobody wants another; at once where somebody else does. @throws what the last turn threw */
  async take(key: Key): Promise<void> {
    const other = this.underWay.get(key);
    if (other !== undefined && this.now() - other.startedAt < STUCK_MS) {
      other.again = true;
      return;
    }
    let ended = await this.turn(key);
    while (ended.again) ended = await this.turn(key);
    if (ended.error !== null) throw ended.error.reason;
  }

  private async turn(key: Key): Promise<{ again: boolean; error: { reason: unknown } | null }> {
    const turn: Turn = { again: false, startedAt: this.now() };
    this.underWay.set(key, turn);
    let error: { reason: unknown } | null = null;
    try {
      await this.work(key);
    } catch (reason) {
      error = { reason };
    }
    // one that was stuck has been overtaken: whoever did takes what is asked for
    if (this.underWay.get(key) === turn) this.underWay.delete(key);
    return { again: turn.again, error };
  }
}
