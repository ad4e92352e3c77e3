/**
 * Work by key, one at a time: whoever asks while it is under way gets the turn after it, which all that ask meanwhile
 * share. A turn always begins after it was asked for.
 */
export class Turns<Key> {
  private readonly current = new Map<Key, Promise<void>>();
  private readonly next = new Map<Key, Promise<void>>();

  constructor(private readonly work: (key: Key) => Promise<void>) {}

  /** The end of a turn that begins from now on; rejects with what it threw. */
  take(key: Key): Promise<void> {
    const current = this.current.get(key);
    if (current === undefined) return this.begin(key);
    const next = this.next.get(key) ?? this.after(current, key);
    this.next.set(key, next);
    return next;
  }

  private async after(current: Promise<void>, key: Key): Promise<void> {
    await current.catch(() => undefined);
    this.next.delete(key);
    // one that somebody began in between will do as well
    await (this.current.get(key) ?? this.begin(key));
  }

  private begin(key: Key): Promise<void> {
    const turn = this.work(key).finally(() => {
      if (this.current.get(key) === turn) this.current.delete(key);
    });
    this.current.set(key, turn);
    return turn;
  }
}
