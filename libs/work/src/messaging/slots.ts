import { AsyncLocalStorage } from 'node:async_hooks';

const noop = (): void => undefined;

/** Concurrent jobs of a consumer, from the queue or past it. */
export class Slots {
  private readonly waiting: (() => void)[] = [];
  private readonly underWay = new Set<Promise<unknown>>();
  private taken = 0;
  /** Local jobs run outside the publisher's log and trace context. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(public size: number) {}

  /** First come, first served. */
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

  tryRun(work: () => Promise<void>, onError: (error: unknown) => void): boolean {
    if (!this.tryTake()) return false;
    const running = this.outside(work)
      .catch(onError)
      .finally(() => {
        this.free();
        this.underWay.delete(running);
      });
    this.underWay.add(running);
    return true;
  }

  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

  private tryTake(): boolean {
    if (this.taken >= this.size) return false;
    this.taken += 1;
    return true;
  }

  private free(): void {
    const next = this.waiting.shift();
    if (next) next();
    else this.taken -= 1;
  }
}
