import { AsyncLocalStorage } from 'node:async_hooks';

/**
 * The jobs that a consumer may have under way at once, whichever way they came: from the queue, where a job waits for a
 * slot, or past it, where one that finds none is refused.
 */
export class Slots {
  /** When a job last began or ended; `performance.now()`. */
  movedAt = performance.now();
  private readonly waiting: (() => void)[] = [];
  private readonly handedOver = new Set<Promise<void>>();
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
    try {
      return await work();
    } finally {
      this.free();
    }
  }

  /** Runs `work` if there is a slot for it now; whether there was. `onError` gets what it throws. */
  tryRun(work: () => Promise<void>, onError: (error: unknown) => void): boolean {
    if (!this.tryTake()) return false;
    const running = this.outside(work)
      .catch(onError)
      .finally(() => {
        this.free();
        this.handedOver.delete(running);
      });
    this.handedOver.add(running);
    return true;
  }

  /** Resolves when the jobs that were handed over have ended; those of the queue are the queue's worker's to wait for. */
  async idle(): Promise<void> {
    await Promise.all(this.handedOver);
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
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }
}
