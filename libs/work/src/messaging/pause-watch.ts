import type { QueueName } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';

/** Paused queues, for local delivery: own orders at once, others within two seconds. Unknown counts as paused. */
export class PauseWatch {
  private readonly known = new Map<QueueName, boolean>();
  private readonly watched = new Set<QueueName>();
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly isPaused: (queue: QueueName) => Promise<boolean>) {}

  /** Starts watching the queue. */
  isOpen(queue: QueueName): boolean {
    if (!this.watched.has(queue)) {
      this.watched.add(queue);
      void this.look(queue);
      this.timer ??= setInterval(() => this.watched.forEach((name) => void this.look(name)), timing.pauseLook).unref();
    }
    return this.known.get(queue) === false;
  }

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
      // an order during the read is newer
      if (this.known.get(queue) === before) this.known.set(queue, paused);
    } catch {
      // while the backend is unreachable, the last known state holds
    }
  }
}
