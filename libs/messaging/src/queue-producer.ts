import type { QueueName } from '@assay/contracts';
import { Queue, type QueueOptions } from 'bullmq';
import type { Messaging } from './messaging.js';

/** Options of a queue as @nestjs/bullmq gives them: `connection` is the process's Messaging. */
type QueueProducerOptions = Omit<QueueOptions, 'connection'> & { connection: Messaging };

/**
 * A queue to add jobs to, which several calls use at once. One that was made while its backend was away never becomes
 * ready: it is retired, and closed when the last of its calls has ended. What waits for a connection of a pool that is
 * closed meanwhile would wait for ever.
 */
export class QueueProducer extends Queue {
  /** Whether it has reached its server once. Until then it waits for one that is away, however long. */
  isReady = false;
  private uses = 0;
  private retired = false;

  constructor(name: string, { connection: messaging, ...options }: QueueProducerOptions) {
    super(
      name,
      {
        defaultJobOptions: { attempts: 1, removeOnComplete: true, removeOnFail: true },
        ...options,
        connection: messaging.backend.producerConnection() as never,
      },
      messaging.backend.factory as never,
    );
    // @nestjs/bullmq passes it on to the queue's worker, which needs another kind of connection than ours
    this.opts = { ...this.opts, connection: messaging };
    this.on('error', (error: Error) => messaging.report(error, `producer of ${name}`));
    this.on('paused', () => messaging.pauses.note(name as QueueName, true));
    this.on('resumed', () => messaging.pauses.note(name as QueueName, false));
    this.waitUntilReady().then(
      () => (this.isReady = true),
      () => undefined,
    );
    messaging.admitProducer(this);
  }

  async use<Result>(work: (queue: Queue) => Promise<Result>): Promise<Result> {
    this.uses += 1;
    try {
      return await work(this);
    } finally {
      this.uses -= 1;
      this.closeWhenUnused();
    }
  }

  /** Takes no new users; the present ones may finish. */
  retire(): void {
    this.retired = true;
    this.closeWhenUnused();
  }

  private closeWhenUnused(): void {
    if (this.retired && this.uses === 0) void this.close().catch(() => undefined);
  }
}
