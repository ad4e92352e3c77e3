import type { Worker } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import { RECONNECT_MS } from './queue-backend.js';

/**
 * A BullMQ worker that is made anew whenever it gives up. One that starts while its backend is away does so for good:
 * it keeps the failed connection, and nobody would ever take its jobs.
 */
export class SteadyConsumer {
  private worker: Worker | null = null;
  private stopping = false;
  private readonly running: Promise<void>;

  /** `make` gives a worker that does not run by itself. */
  constructor(
    private readonly make: () => Worker,
    private readonly onError: (error: Error) => void,
  ) {
    this.running = this.run();
  }

  /** Takes no new job; resolves when those under way have ended, or at once when `force` is set. */
  async close(force = false): Promise<void> {
    this.stopping = true;
    await this.worker?.close(force);
    await this.running;
  }

  private async run(): Promise<void> {
    while (!this.stopping) {
      const worker = this.make();
      this.worker = worker;
      try {
        await worker.waitUntilReady();
        await worker.run();
      } catch (error) {
        this.onError(error as Error);
      }
      if (this.stopping) return;
      await worker.close(true).catch(() => undefined);
      await delay(RECONNECT_MS);
    }
  }
}
