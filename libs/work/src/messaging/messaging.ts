import { InfrastructureError, type QueueName, type QueueView } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { Job, Queue } from 'bullmq';
import { Availability } from './availability.js';
import type { ConsumerProgress } from './consumer-watch.js';
import { PauseWatch } from './pause-watch.js';
import { QueueDesk } from './queue-desk.js';
import type { QueueWorker } from './queue-worker.js';
import type { Publication, QueueCatalog, ReceivedJob } from './catalog.js';
import type { QueueHost } from './queue-host.js';
import { openQueueBackend, type QueueBackend, type QueueTransport } from './queue-backend.js';
import { QueueProducer } from './queue-producer.js';

export type QueueCounts = QueueView['jobs'];

export interface QueueDepth extends QueueCounts {
  oldestSeconds: number | null;
}

export interface MessagingOptions {
  transport: QueueTransport;
  /** Notified of lost connections and failed jobs; none is fatal. */
  onError: (error: Error, where: string) => void;
}

/** Cached producers of reply queues: askers are transient, and on Postgres each producer holds a connection. */
const REPLY_PRODUCERS = 8;

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
  /** Least recently used first. */
  private readonly replyQueues = new Set<string>();
  private closing = false;
  readonly availability: Availability;
  readonly desk = new QueueDesk((queue, use) => this.produce(queue, use));
  /** For local delivery, which bypasses queues. */
  readonly pauses = new PauseWatch((queue) => this.isPaused(queue));

  private constructor(
    readonly backend: QueueBackend,
    private readonly options: MessagingOptions,
  ) {
    this.availability = new Availability({ probe: () => backend.ping(), retryMs: timing.reconnect });
  }

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
    this.replyQueues.delete(queue);
    this.replyQueues.add(queue);
    const [oldest] = this.replyQueues;
    if (oldest !== undefined && this.replyQueues.size > REPLY_PRODUCERS) this.retireReplyQueue(oldest);
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
    return this.availability.check();
  }

  /**
   * Whether Redis lost its jobs (FLUSHALL, restart without a file) since any process last asked; also true at first
   * use. False on Postgres.
   * @throws InfrastructureError while the backend is unreachable
   */
  async lostJobs(): Promise<boolean> {
    try {
      if (!this.availability.isAvailable) throw new Error('it does not answer');
      return await this.backend.wasEmptied();
    } catch (error) {
      this.availability.failed();
      throw new InfrastructureError('QUEUE_UNAVAILABLE', `The queues cannot be reached: ${String(error)}`, {
        cause: error,
      });
    }
  }

  progress(): readonly ConsumerProgress[] {
    return [...this.workers].filter((worker) => worker.takesJobs);
  }

  async hasWaiting(queue: QueueName): Promise<boolean> {
    const { waiting } = await this.counts(queue);
    return waiting > 0 && !(await this.isPaused(queue));
  }

  async counts(queue: QueueName): Promise<QueueCounts> {
    const counts = await this.produce(queue, (producer) =>
      producer.getJobCounts('waiting', 'active', 'delayed', 'failed', 'prioritized'),
    );
    const { waiting = 0, prioritized = 0, active = 0, delayed = 0, failed = 0 } = counts;
    return { waiting: waiting + prioritized, active, delayed, failed };
  }

  async depth(queue: QueueName): Promise<QueueDepth> {
    const counts = await this.counts(queue);
    if (counts.waiting === 0) return { ...counts, oldestSeconds: null };
    const found = await this.produce(queue, (producer) => producer.getJobs(['waiting', 'prioritized'], 0, 0, true));
    const oldest = Math.min(...found.map(({ timestamp }) => timestamp));
    return { ...counts, oldestSeconds: Number.isFinite(oldest) ? Math.max(0, (Date.now() - oldest) / 1000) : null };
  }

  /** Closes consumers and connections without waiting for jobs. Drain first for a clean stop. */
  async close(): Promise<void> {
    this.closing = true;
    this.pauses.stop();
    this.availability.stop();
    await Promise.allSettled([...this.workers].map((worker) => worker.close(true)));
    await Promise.allSettled([...this.producers.values()].map((producer) => producer.close()));
    await this.backend.close().catch(() => undefined);
  }

  private isPaused(queue: QueueName): Promise<boolean> {
    return this.produce(queue, (producer) => producer.isPaused());
  }

  private async add(queue: string, jobs: readonly AddedJob[]): Promise<void> {
    if (this.closing) throw new InfrastructureError('QUEUE_UNAVAILABLE', 'The queues are closing.');
    await this.produce(queue, (producer) => producer.addBulk([...jobs]));
  }

  private retireReplyQueue(queue: string): void {
    this.replyQueues.delete(queue);
    this.producers.get(queue)?.retire();
    this.producers.delete(queue);
  }

  /** A producer created during an outage never becomes ready: after a failure, the next call creates another. */
  private async produce<Result>(queue: string, use: (producer: Queue) => Promise<Result>): Promise<Result> {
    const producer = this.producers.get(queue) ?? new QueueProducer(queue, { connection: this });
    try {
      if (!producer.isReady) await this.backend.ping();
      return await producer.use(use);
    } catch (error) {
      if (this.producers.get(queue) === producer) this.producers.delete(queue);
      producer.retire();
      this.availability.failed();
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
