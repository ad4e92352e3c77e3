import type { QueueName } from '@assay/contracts';
import type { Consumer, Messaging, QueueCatalog } from '@assay/messaging';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { LocalDelivery } from './local-delivery.js';
import { Places } from './places.js';

export interface JobTakerOptions {
  /** Jobs at once in this process, whichever way they came. */
  concurrency: number;
  /** Told of what the handler of a job that came without the queue threw. */
  onError: (error: unknown) => void;
}

/**
 * Takes the jobs of a queue in this process: those that were published elsewhere from the queue, those published here
 * by hand while there is room. A job that is lost on either way is owed by its row and published again.
 */
export class JobTaker<Queue extends QueueName> {
  private consumer: Consumer | null = null;
  private leave: (() => void) | null = null;
  private readonly places: Places;
  private readonly underWay = new Set<Promise<void>>();
  /** A job runs in nobody's log or trace context: least of all in that of the task that published it. */
  private readonly outside = AsyncLocalStorage.snapshot();

  constructor(
    private readonly parts: { messaging: Messaging; local: LocalDelivery },
    private readonly queue: Queue,
    private readonly handle: (payload: QueueCatalog[Queue]) => Promise<void>,
    private readonly options: JobTakerOptions,
  ) {
    this.places = new Places(options.concurrency);
  }

  start(): void {
    const { messaging, local } = this.parts;
    const { concurrency } = this.options;
    this.consumer = messaging.consume(this.queue, (job) => this.fromQueue(job.payload), { concurrency });
    this.leave = local.join(this.queue, (payload) => this.byHand(payload));
  }

  /** Takes nothing new; resolves when what is under way has ended. */
  async drain(): Promise<void> {
    this.leave?.();
    await Promise.all([this.consumer?.drain(), ...this.underWay]);
  }

  private async fromQueue(payload: QueueCatalog[Queue]): Promise<void> {
    await this.places.take();
    try {
      await this.handle(payload);
    } finally {
      this.places.free();
    }
  }

  private byHand(payload: QueueCatalog[Queue]): boolean {
    if (!this.places.tryTake()) return false;
    const work = this.outside(() => this.handle(payload))
      .catch((error: unknown) => this.options.onError(error))
      .finally(() => {
        this.places.free();
        this.underWay.delete(work);
      });
    this.underWay.add(work);
    return true;
  }
}
