import { AssayError } from '@assay/contracts';

interface Pending<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: what is asked for while a group is under way goes into the next one, so that under load one round trip
 * and one flush serve many, and an idle moment adds no wait. A group that fails is tried again one by one, so
 * that one bad item does not take its neighbours with it; unless the other side was away, of which no item is guilty.
 */
export class Batcher<Item, Result> {
  private waiting: Pending<Item, Result>[] = [];
  private running = 0;
  private scheduled = false;

  /**
   * `flush` answers in the order of its items. `lanes` groups may be under way at once; `limit` bounds a group.
   */
  constructor(
    private readonly flush: (items: Item[]) => Promise<Result[]>,
    private readonly options: { limit: number; lanes: number } = { limit: 200, lanes: 1 },
  ) {}

  add(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.schedule();
    });
  }

  private schedule(): void {
    if (this.scheduled || this.running >= this.options.lanes) return;
    this.scheduled = true;
    // after the events of this turn of the loop: answers that arrived together are one group
    setImmediate(() => {
      this.scheduled = false;
      void this.run();
    });
  }

  private async run(): Promise<void> {
    const group = this.waiting.splice(0, this.options.limit);
    if (group.length === 0) return;
    this.running += 1;
    if (this.waiting.length > 0) this.schedule();
    try {
      await this.settle(group);
    } finally {
      this.running -= 1;
      if (this.waiting.length > 0) this.schedule();
    }
  }

  private async settle(group: Pending<Item, Result>[]): Promise<void> {
    try {
      const results = await this.flush(group.map((pending) => pending.item));
      group.forEach((pending, index) => pending.resolve(results[index] as Result));
    } catch (error) {
      const away = error instanceof AssayError && error.retryable;
      if (away || group.length === 1) for (const pending of group) pending.reject(error);
      else for (const pending of group) await this.settle([pending]);
    }
  }
}
