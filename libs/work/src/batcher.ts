import { AssayError } from '@assay/contracts';

interface Pending<Item, Result> {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Group commit: requests during a flush form the next group, so an idle call does not wait. Items of a failed group are
 * retried one by one, unless the other side was unreachable.
 */
export class Batcher<Item, Result> {
  private waiting: Pending<Item, Result>[] = [];
  private running = 0;
  private scheduled = false;

  /** `flush` answers in item order. `lanes`: concurrent groups; `limit`: items per group. */
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
    // groups requests of the same event loop turn
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
      const unreachable = error instanceof AssayError && error.retryable;
      if (unreachable || group.length === 1) for (const pending of group) pending.reject(error);
      else for (const pending of group) await this.settle([pending]);
    }
  }
}
