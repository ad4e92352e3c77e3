import { InfrastructureError, type QueueName } from '@assay/contracts';
import type { Job, Queue } from 'bullmq';
import { PauseWatch } from './pause-watch.js';
import { QueueDesk } from './queue-desk.js';
import type { QueueWorker } from './queue-worker.js';
import type { Publication, QueueCatalog, ReceivedJob } from './catalog.js';
import type { QueueHost } from './queue-host.js';
import { openQueueBackend, type LossOfJobs, type QueueBackend, type QueueTransport } from './queue-backend.js';
import { QueueProducer } from './queue-producer.js';

export interface MessagingOptions {
  transport: QueueTransport;
  /** Notified of lost connections and failed jobs; none is fatal. */
  onError: (error: Error, where: string) => void;
}

interface AddedJob {
  name: string;
  data: object;
  opts: { jobId?: string; delay?: number; priority?: number };
}

/**
 * Typed BullMQ, for delivery only: one attempt, no history. Task rows own retries, results and liveness; the sweep
 * republishes lost jobs. Passed to BullMQ as `connection`.
 */
export class Messaging implements QueueHost {
  private readonly workers = new Set<QueueWorker>();
  private readonly producers = new Map<string, QueueProducer>();
  private closing = false;
  readonly desk = new QueueDesk((queue, use) => this.produce(queue, use));
  /** For local delivery, which bypasses queues. */
  readonly pauses = new PauseWatch((queue) => this.produce(queue, (producer) => producer.isPaused()));

  private constructor(
    readonly backend: QueueBackend,
    private readonly options: MessagingOptions,
  ) {}

  static async open(options: MessagingOptions): Promise<Messaging> {
    return new Messaging(await openQueueBackend(options.transport, options.onError), options);
  }

  /** Publishes in one round trip. Throws InfrastructureError while the backend is unreachable. */
  async publish<Name extends QueueName>(queue: Name, publications: readonly Publication<Name>[]): Promise<void> {
    if (publications.length === 0) return;
    await this.add(
      queue,
      publications.map((publication) => ({
        name: publication.name ?? queue,
        data: publication.payload,
        opts: {
          ...(publication.id === undefined ? {} : { jobId: publication.id }),
          ...(publication.delayMs ? { delay: Math.ceil(publication.delayMs) } : {}),
          ...(publication.priority ? { priority: publication.priority } : {}),
        },
      })),
    );
  }

  /** The reply stays in the asker's queue until taken; others with its `id` are dropped until then. */
  async reply(queue: string, payload: object, id: string): Promise<void> {
    await this.add(queue, [{ name: 'reply', data: payload, opts: { jobId: id } }]);
    // askers come and go, and on Postgres a producer holds a connection
    this.producers.get(queue)?.retire();
    this.producers.delete(queue);
  }

  report(error: Error, where: string): void {
    this.options.onError(error, where);
  }

  admitWorker(worker: QueueWorker): void {
    this.workers.add(worker);
    worker.on('closing', () => this.workers.delete(worker));
  }

  admitProducer(producer: QueueProducer): void {
    this.producers.get(producer.name)?.retire();
    this.producers.set(producer.name, producer);
  }

  answers(): Promise<boolean> {
    return this.backend.ping().then(
      () => true,
      () => false,
    );
  }

  /**
   * Whether Redis may have lost jobs (FLUSHALL, restart) since a process repaired that; also at first use. Null on
   * Postgres.
   * @throws InfrastructureError while the backend is unreachable
   */
  async lostJobs(): Promise<LossOfJobs | null> {
    try {
      return await this.backend.lostJobs();
    } catch (error) {
      throw new InfrastructureError('QUEUE_UNAVAILABLE', `The queues cannot be reached: ${String(error)}`, {
        cause: error,
      });
    }
  }

  /** Closes consumers and connections without waiting for jobs. Drain first for a clean stop. */
  async close(): Promise<void> {
    this.closing = true;
    this.pauses.stop();
    await Promise.allSettled([...this.workers].map((worker) => worker.close(true)));
    await Promise.allSettled([...this.producers.values()].map((producer) => producer.close()));
    await this.backend.close().catch(() => undefined);
  }

  private async add(queue: string, jobs: readonly AddedJob[]): Promise<void> {
    if (this.closing) throw new InfrastructureError('QUEUE_UNAVAILABLE', 'The queues are closing.');
    await this.produce(queue, (producer) => producer.addBulk([...jobs]));
  }

  /** A producer created during an outage never becomes ready: after a failure, the next call creates another. */
  private async produce<Result>(queue: string, use: (producer: Queue) => Promise<Result>): Promise<Result> {
    const producer = this.producers.get(queue) ?? new QueueProducer(queue, { connection: this });
    try {
      return await producer.use(async (ready) => {
        if (!producer.isReady) await this.backend.ping();
        return use(ready);
      });
    } catch (error) {
      if (this.producers.get(queue) === producer) this.producers.delete(queue);
      producer.retire();
      throw new InfrastructureError('QUEUE_UNAVAILABLE', `Queue ${queue} cannot be reached: ${String(error)}`, {
        cause: error,
      });
    }
  }
}

export function receivedJob<Name extends QueueName>(job: Job<QueueCatalog[Name]>): ReceivedJob<Name> {
  return {
    name: job.name,
    id: String(job.id),
    addedAt: job.timestamp,
    // external jobs may hold anything, even null
    payload: job.data ?? ({} as QueueCatalog[Name]),
    traceparent: traceparentOf(job.opts.telemetry?.metadata),
  };
}

function traceparentOf(metadata: string | undefined): string | null {
  try {
    const carrier = JSON.parse(metadata ?? '{}') as { traceparent?: unknown } | null;
    return typeof carrier?.traceparent === 'string' ? carrier.traceparent : null;
  } catch {
    return null;
  }
}
