import { AsyncLocalStorage } from 'node:async_hooks';

/** Work that was handed over while no slot was free. */
interface HeldWork {
  priority: number;
  begin: () => void;
}

/** Pieces of work that are held back at most: beyond that, a backlog is a queue's business. */
const MOST_HELD = 10_000;

const noop = (): void => undefined;

/**
 * The jobs that a consumer may have under way at once, whichever way they came: from the queue, where a job waits for a
 * slot, or past it, where one that finds none is refused (`tryRun`) or held back until one is free (`runOrHold`).
 */
export class Slots {
  /** When a job last began or ended; `performance.now()`. */
  movedAt = performance.now();
  private readonly waiting: (() => void)[] = [];
  /** By priority, and in the order in which they came. */
  private readonly held: HeldWork[] = [];
  private readonly underWay = new Set<Promise<unknown>>();
  private taken = 0;
  /** A job handed over runs outside of every log and trace context, above all that of the task that published it. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(public size: number) {}

  /** Jobs under way. */
  get running(): number {
    return this.taken;
  }

  /** Runs `work` as soon as there is a slot for it, first come, first served. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.tryTake()) await new Promise<void>((resolve) => this.waiting.push(resolve));
    const running = work();
    const ended = running.then(noop, noop);
    this.underWay.add(ended);
    try {
      return await running;
    } finally {
      this.free();
      this.underWay.delete(ended);
    }
  }

  /** Runs `work` if there is a slot for it now; whether there was. `onError` gets what it throws. */
  tryRun(work: () => Promise<void>, onError: (error: unknown) => void): boolean {
    if (!this.tryTake()) return false;
    this.begin(work, onError);
    return true;
  }

  /**
   * Runs `work` in the next slot that neither a job of the queue nor held work before it takes: that of a smaller
   * priority, or of the same one that came earlier. False where too much is held back already.
   */
  runOrHold(work: () => Promise<void>, priority: number, onError: (error: unknown) => void): boolean {
    if (this.tryRun(work, onError)) return true;
    if (this.held.length >= MOST_HELD) return false;
    const after = this.held.findLastIndex((other) => other.priority <= priority);
    this.held.splice(after + 1, 0, { priority, begin: () => this.begin(work, onError) });
    return true;
  }

  /** Resolves when nothing is under way. */
  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  /** Runs `work` in a slot that is taken for it. */
  private begin(work: () => Promise<void>, onError: (error: unknown) => void): void {
    const running = this.outside(work)
      .catch(onError)
      .finally(() => {
        this.free();
        this.underWay.delete(running);
      });
    this.underWay.add(running);
  }

  private tryTake(): boolean {
    if (this.taken >= this.size) return false;
    this.taken += 1;
    this.movedAt = performance.now();
    return true;
  }

  /** Passes the slot on to the first who waits. */
  private free(): void {
    this.movedAt = performance.now();
    const next = this.waiting.shift() ?? this.held.shift()?.begin;
    if (next) next();
    else this.taken -= 1;
  }
}
