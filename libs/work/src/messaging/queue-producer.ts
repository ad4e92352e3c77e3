import type { QueueName } from '@assay/contracts';
import { Queue, type QueueOptions } from 'bullmq';
import type { QueueHost } from './queue-host.js';

type QueueProducerOptions = Omit<QueueOptions, 'connection'> & { connection: QueueHost };

/**
 * A shared producer. One created during an outage never becomes ready and is replaced; it closes after its last call,
 * because a call on a closed pool would wait for ever.
 */
export class QueueProducer extends Queue {
  /** Has reached its server once. */
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
    // @nestjs/bullmq gives the worker this queue's `opts.connection`; the worker makes its own kind from `messaging`
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

  retire(): void {
    this.retired = true;
    this.closeWhenUnused();
  }

  private closeWhenUnused(): void {
    if (this.retired && this.uses === 0) void this.close().catch(() => undefined);
  }
}
