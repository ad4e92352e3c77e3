import type { QueueName } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';

/**
 * Which queues are paused, for those who would go past them: what this process orders is known at once, what others do
 * within two seconds. A queue of which nothing is known yet counts as paused.
 */
export class PauseWatch {
  private readonly known = new Map<QueueName, boolean>();
  private readonly watched = new Set<QueueName>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly isPaused: (queue: QueueName) => Promise<boolean>) {}

  /** Whether jobs of the queue may be taken; being asked makes it watch the queue from now on. */
  isOpen(queue: QueueName): boolean {
    if (!this.watched.has(queue)) {
      this.watched.add(queue);
      void this.look(queue);
      this.timer ??= setInterval(() => this.watched.forEach((name) => void this.look(name)), timing.pauseLook).unref();
    }
    return this.known.get(queue) === false;
  }

  /** What this process has just ordered. */
  note(queue: QueueName, paused: boolean): void {
    this.known.set(queue, paused);
  }

  stop(): void {
    if (this.timer) clearInterval(this.timer);
    this.timer = null;
  }

  private async look(queue: QueueName): Promise<void> {
    const before = this.known.get(queue);
    try {
      const paused = await this.isPaused(queue);
      // an order given while we looked is the newer truth
      if (this.known.get(queue) === before) this.known.set(queue, paused);
    } catch {
      // while the queues are away, what was known last holds
    }
  }
}
