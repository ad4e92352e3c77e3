import type { Queue } from 'bullmq';

/**
 * A producer that several calls use at once, and that is closed when the last of them has ended: what waits for a
 * connection of a pool that is closed meanwhile would wait for ever.
 */
export class SharedProducer {
  private uses = 0;
  private retired = false;

  constructor(readonly queue: Queue) {}

  async use<Result>(work: (queue: Queue) => Promise<Result>): Promise<Result> {
    this.uses += 1;
    try {
      return await work(this.queue);
    } finally {
      this.uses -= 1;
      this.closeWhenUnused();
    }
  }

  /** Nobody uses it from now on, apart from those who do already. */
  retire(): void {
    this.retired = true;
    this.closeWhenUnused();
  }

  private closeWhenUnused(): void {
    if (this.retired && this.uses === 0) void this.queue.close().catch(() => undefined);
  }
}
