import { InfrastructureError, type QueueName, type QueueView } from '@assay/contracts';
import type { Job, Queue } from 'bullmq';
import type { ConsumerProgress } from './consumer-watch.js';
import { PauseWatch } from './pause-watch.js';
import { QueueDesk } from './queue-desk.js';
import { QueueProducer } from './queue-producer.js';
import type { QueueWorker } from './queue-worker.js';
import type { Publication, QueueCatalog, ReceivedJob } from './catalog.js';
import { openQueueBackend, type QueueBackend, type QueueTransport } from './queue-backend.js';

export type QueueCounts = QueueView['jobs'];

/** How much waits on a queue, and for how long. */
export interface QueueDepth extends QueueCounts {
  /** Age of the job that has waited longest, seconds; null where none waits. */
  oldestSeconds: number | null;
}

export interface MessagingOptions {
  transport: QueueTransport;
  /** Told of lost connections and failed jobs; nothing of it is fatal. */
  onError: (error: Error, where: string) => void;
}

/** Producers kept for reply queues: those come and go with their askers, and on Postgres each holds a connection. */
const REPLY_PRODUCERS = 8;

/**
 * Typed BullMQ. It delivers and nothing more: jobs have one attempt and leave no trace; retries, results and liveness
 * are the task rows' business, and whatever is lost here is published again by the sweep. It stands for the backend's
 * connections wherever BullMQ asks for one, so that a process may have several, and a test both kinds.
 */
export class Messaging {
  private readonly producers = new Map<string, QueueProducer>();
  private readonly workers = new Set<QueueWorker>();
  /** Reply queues with a producer, least recently used first. */
  private readonly replyQueues = new Set<string>();
  private closing = false;
  /** For operators. */
  readonly desk = new QueueDesk((queue, use) => this.produce(queue, use));
  /** Which queues are paused, for whoever would deliver past them. */
  readonly pauses = new PauseWatch((queue) => this.produce(queue, (producer) => producer.isPaused()));

  private constructor(
    readonly backend: QueueBackend,
    private readonly options: MessagingOptions,
  ) {}

  static async open(options: MessagingOptions): Promise<Messaging> {
    const backend = await openQueueBackend(options.transport, (error) => options.onError(error, 'connection'));
    return new Messaging(backend, options);
  }

  /** Publishes jobs in one round trip. Throws InfrastructureError while the backend is away. */
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

  /** Sends a reply to an asker's own queue, where it stays until the asker takes it. */
  async reply(queue: string, payload: object, id: string): Promise<void> {
    await this.add(queue, [{ name: 'reply', data: payload, opts: { jobId: id } }]);
    this.replyQueues.delete(queue);
    this.replyQueues.add(queue);
    const [oldest] = this.replyQueues;
    if (oldest !== undefined && this.replyQueues.size > REPLY_PRODUCERS) this.forgetReplyQueue(oldest);
  }

  /** Told of lost connections and failed jobs. */
  report(error: Error, where: string): void {
    this.options.onError(error, where);
  }

  /** A worker on these queues says that it is there. */
  admitWorker(worker: QueueWorker): void {
    this.workers.add(worker);
    worker.on('closing', () => this.workers.delete(worker));
  }

  /** A producer on these queues says that it is there: from now on it is the one that is used. */
  admitProducer(producer: QueueProducer): void {
    this.producers.get(producer.name)?.retire();
    this.producers.set(producer.name, producer);
  }

  /** Whether the queues' backend answers now. */
  async answers(): Promise<boolean> {
    return this.backend.ping().then(
      () => true,
      () => false,
    );
  }

  /**
   * Whether the queues have lost what was in them since this was last asked by anybody (FLUSHALL, a restart without a
   * file). Throws InfrastructureError while they are away.
   */
  async wasEmptied(): Promise<boolean> {
    try {
      return await this.backend.wasEmptied();
    } catch (error) {
      throw new InfrastructureError('QUEUE_UNAVAILABLE', `The queues cannot be reached: ${String(error)}`, {
        cause: error,
      });
    }
  }

  /** How the consumers of this process get on that take jobs. */
  progress(): readonly ConsumerProgress[] {
    return [...this.workers].filter((worker) => worker.takesJobs);
  }

  /** Whether a job of the queue waits for somebody to take it, now. */
  async hasWaiting(queue: QueueName): Promise<boolean> {
    const { waiting } = await this.counts(queue);
    return waiting > 0 && !(await this.produce(queue, (producer) => producer.isPaused()));
  }

  async counts(queue: QueueName): Promise<QueueCounts> {
    const counts = await this.produce(queue, (producer) =>
      producer.getJobCounts('waiting', 'active', 'delayed', 'failed', 'prioritized'),
    );
    return {
      waiting: (counts['waiting'] ?? 0) + (counts['prioritized'] ?? 0),
      active: counts['active'] ?? 0,
      delayed: counts['delayed'] ?? 0,
      failed: counts['failed'] ?? 0,
    };
  }

  /** The counts of a queue and the age of its oldest waiting job. */
  async depth(queue: QueueName): Promise<QueueDepth> {
    const counts = await this.counts(queue);
    if (counts.waiting === 0) return { ...counts, oldestSeconds: null };
    const [oldest] = await this.produce(queue, (producer) => producer.getJobs(['waiting', 'prioritized'], 0, 0, true));
    return { ...counts, oldestSeconds: oldest ? Math.max(0, (Date.now() - oldest.timestamp) / 1000) : null };
  }

  /** Ends consumers without waiting for their jobs, and all connections. Drain consumers first for a clean stop. */
  async close(): Promise<void> {
    this.closing = true;
    this.pauses.stop();
    await Promise.allSettled([...this.workers].map((worker) => worker.close(true)));
    await Promise.allSettled([...this.producers.values()].map((producer) => producer.close()));
    await this.backend.close();
  }

  private async add(queue: string, jobs: { name: string; data: object; opts: object }[]): Promise<void> {
    if (this.closing) throw new InfrastructureError('QUEUE_UNAVAILABLE', 'The queues are closing.');
    await this.produce(queue, (producer) => producer.addBulk(jobs));
  }

  private forgetReplyQueue(queue: string): void {
    this.replyQueues.delete(queue);
    this.producers.get(queue)?.retire();
    this.producers.delete(queue);
  }

  /** One that was made while its backend was away never becomes ready: after a failure the next call gets another. */
  private async produce<Result>(queue: string, use: (producer: Queue) => Promise<Result>): Promise<Result> {
    const producer = this.producers.get(queue) ?? new QueueProducer(queue, { connection: this });
    try {
      return await producer.use(use);
    } catch (error) {
      if (this.producers.get(queue) === producer) this.producers.delete(queue);
      producer.retire();
      throw new InfrastructureError('QUEUE_UNAVAILABLE', `Queue ${queue} cannot be reached: ${String(error)}`, {
        cause: error,
      });
    }
  }
}

/** A job as consumers see it. */
export function receivedJob<Name extends QueueName>(job: Job<QueueCatalog[Name]>): ReceivedJob<Name> {
  return {
    name: job.name,
    id: String(job.id),
    addedAt: job.timestamp,
    payload: job.data,
    traceparent: traceparentOf(job.opts.telemetry?.metadata),
  };
}

/** The trace context that BullMQ's own telemetry has put into a job, on whichever side it was added. */
function traceparentOf(metadata: string | undefined): string | null {
  try {
    const carrier = JSON.parse(metadata ?? '{}') as { traceparent?: unknown } | null;
    return typeof carrier?.traceparent === 'string' ? carrier.traceparent : null;
  } catch {
    return null;
  }
}
