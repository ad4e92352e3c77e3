import { AsyncLocalStorage } from 'node:async_hooks';

interface HeldWork {
  priority: number;
  begin: () => void;
}

/** Beyond this, work belongs on the queue. */
const MOST_HELD = 10_000;

const noop = (): void => undefined;

/** Concurrent jobs of a consumer, from the queue or past it. */
export class Slots {
  private readonly waiting: (() => void)[] = [];
  private readonly held: HeldWork[] = [];
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
    this.begin(work, onError);
    return true;
  }

  /**
   * Runs `work` in a free slot, or holds it until no queued job needs one, smaller priorities first. False if too much
   * is held.
   */
  runOrHold(work: () => Promise<void>, priority: number, onError: (error: unknown) => void): boolean {
    if (this.tryRun(work, onError)) return true;
    if (this.held.length >= MOST_HELD) return false;
    const after = this.held.findLastIndex((other) => other.priority <= priority);
    this.held.splice(after + 1, 0, { priority, begin: () => this.begin(work, onError) });
    return true;
  }

  async idle(): Promise<void> {
    while (this.underWay.size > 0) await Promise.all(this.underWay);
  }

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
    return true;
  }

  private free(): void {
    const next = this.waiting.shift() ?? this.held.shift()?.begin;
    if (next) next();
    else this.taken -= 1;
  }
}
