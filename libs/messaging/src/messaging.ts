import { InfrastructureError, TASK_QUEUES, type QueueName, type QueueView } from '@assay/contracts';
import type { Job, Queue } from 'bullmq';
import type { ConsumerProgress } from './consumer-watch.js';
import { PauseWatch } from './pause-watch.js';
import { QueueDesk } from './queue-desk.js';
import type { QueueWorker } from './queue-worker.js';
import type { Publication, QueueCatalog, ReceivedJob } from './catalog.js';
import { openQueueBackends, type QueueBackend, type QueueTransport } from './queue-backend.js';
import { QueueShard, shardOf } from './queue-shard.js';

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

/** A job as BullMQ takes it. */
interface AddedJob {
  name: string;
  data: object;
  opts: { jobId?: string; delay?: number; priority?: number };
}

/** Queues whose jobs rows stand behind: wherever one lies, or gets lost, is of no account. */
const SPREAD_QUEUES: ReadonlySet<string> = new Set<QueueName>([...TASK_QUEUES, 'coordinator']);

/**
 * Typed BullMQ. It delivers and nothing more: jobs have one attempt and leave no trace; retries, results and liveness
 * are the task rows' business, and whatever is lost here is published again by the sweep. It stands for the backend's
 * connections wherever BullMQ asks for one, so that a process may have several, and a test both kinds.
 */
export class Messaging {
  private readonly workers = new Set<QueueWorker>();
  /** Reply queues with a producer, least recently used first. */
  private readonly replyQueues = new Set<string>();
  private closing = false;
  /** The servers that jobs are spread over; what others put on queues, and replies, are on the first. */
  readonly shards: readonly [QueueShard, ...QueueShard[]];
  /** For operators. */
  readonly desk = new QueueDesk({
    ask: (queue, use) => this.ask(queue, use),
    order: (queue, use) => this.order(queue, use),
  });
  /** Which queues are paused, for local delivery, which bypasses them. */
  readonly pauses = new PauseWatch((queue) => this.isPaused(queue));

  private constructor(
    [first, ...others]: readonly [QueueBackend, ...QueueBackend[]],
    private readonly options: MessagingOptions,
  ) {
    this.shards = [new QueueShard(first, this), ...others.map((backend) => new QueueShard(backend, this))];
  }

  static async open(options: MessagingOptions): Promise<Messaging> {
    return new Messaging(await openQueueBackends(options.transport, options.onError), options);
  }

  /** The servers that jobs of a queue lie on. */
  shardsOf(queue: string): readonly [QueueShard, ...QueueShard[]] {
    return SPREAD_QUEUES.has(queue) ? this.shards : [this.shards[0]];
  }

  /** Publishes jobs in one round trip to each server. Throws InfrastructureError while all are away. */
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

  /** Whether the queues' backend answers now, or some server of it. */
  async answers(): Promise<boolean> {
    return (await Promise.all(this.shards.map((shard) => shard.answers()))).includes(true);
  }

  /**
   * Whether the queues have lost what was in them since this was last asked (FLUSHALL, a restart without a file, one of
   * several servers that is away now). Throws InfrastructureError while they are all away.
   */
  async lostJobs(): Promise<boolean> {
    const looks = await Promise.allSettled(this.shards.map((shard) => shard.wasEmptied()));
    const [first] = looks;
    if (first?.status === 'rejected' && looks.every(({ status }) => status === 'rejected')) {
      throw new InfrastructureError('QUEUE_UNAVAILABLE', `The queues cannot be reached: ${String(first.reason)}`, {
        cause: first.reason,
      });
    }
    return this.shards.filter((shard, at) => shard.lostJobs(looks[at])).length > 0;
  }

  /** How the consumers of this process get on that take jobs. */
  progress(): readonly ConsumerProgress[] {
    return [...this.workers].filter((worker) => worker.takesJobs);
  }

  /** Whether a job of the queue waits for somebody to take it, now. */
  async hasWaiting(queue: QueueName): Promise<boolean> {
    const { waiting } = await this.counts(queue);
    return waiting > 0 && !(await this.isPaused(queue));
  }

  async counts(queue: QueueName): Promise<QueueCounts> {
    const all = await this.ask(queue, (producer) =>
      producer.getJobCounts('waiting', 'active', 'delayed', 'failed', 'prioritized'),
    );
    const sum = (state: string): number => all.reduce((total, counts) => total + (counts[state] ?? 0), 0);
    return {
      waiting: sum('waiting') + sum('prioritized'),
      active: sum('active'),
      delayed: sum('delayed'),
      failed: sum('failed'),
    };
  }

  /** The counts of a queue and the age of its oldest waiting job. */
  async depth(queue: QueueName): Promise<QueueDepth> {
    const counts = await this.counts(queue);
    if (counts.waiting === 0) return { ...counts, oldestSeconds: null };
    const found = await this.ask(queue, (producer) => producer.getJobs(['waiting', 'prioritized'], 0, 0, true));
    const oldest = Math.min(...found.flat().map(({ timestamp }) => timestamp));
    return { ...counts, oldestSeconds: Number.isFinite(oldest) ? Math.max(0, (Date.now() - oldest) / 1000) : null };
  }

  /** Ends consumers without waiting for their jobs, and all connections. Drain consumers first for a clean stop. */
  async close(): Promise<void> {
    this.closing = true;
    this.pauses.stop();
    await Promise.allSettled([...this.workers].map((worker) => worker.close(true)));
    await Promise.allSettled(this.shards.map((shard) => shard.close()));
  }

  private async isPaused(queue: QueueName): Promise<boolean> {
    return (await this.ask(queue, (producer) => producer.isPaused())).includes(true);
  }

  /** What cannot be added to its server goes to another one that its queue is on. */
  private async add(queue: string, jobs: readonly AddedJob[], without: readonly QueueShard[] = []): Promise<void> {
    if (this.closing) throw new InfrastructureError('QUEUE_UNAVAILABLE', 'The queues are closing.');
    const shards = this.shardsOf(queue).filter((shard) => !without.includes(shard));
    const here = shards.filter((shard) => !shard.isAway);
    const byShard = Map.groupBy(jobs, ({ opts, data }) =>
      shardOf(opts.jobId ?? JSON.stringify(data), here.length > 0 ? here : shards),
    );
    await Promise.all(
      [...byShard].map(async ([shard, part]) => {
        try {
          await shard.produce(queue, (producer) => producer.addBulk([...part]));
        } catch (error) {
          if (shards.length === 1) throw error;
          await this.add(queue, part, [...without, shard]);
        }
      }),
    );
  }

  private forgetReplyQueue(queue: string): void {
    this.replyQueues.delete(queue);
    this.shards[0].forget(queue);
  }

  /** See `QueueAccess`. */
  private async ask<Result>(queue: string, use: (producer: Queue) => Promise<Result>): Promise<[Result, ...Result[]]> {
    const shards = this.shardsOf(queue);
    const here = shards.filter((shard) => !shard.isAway);
    let fault: unknown;
    const answers: Result[] = [];
    const asking = (here.length > 0 ? here : shards).map(async (shard) => {
      try {
        answers.push(await shard.produce(queue, use));
      } catch (error) {
        fault = error;
      }
    });
    await Promise.all(asking);
    const [first, ...others] = answers;
    if (answers.length === 0) throw fault;
    return [first as Result, ...others];
  }

  /** See `QueueAccess`. */
  private async order<Result>(queue: string, use: (producer: Queue) => Promise<Result>): Promise<Result[]> {
    const done = await Promise.allSettled(this.shardsOf(queue).map((shard) => shard.produce(queue, use)));
    return done.map((outcome) => {
      if (outcome.status === 'rejected') throw outcome.reason;
      return outcome.value;
    });
  }
}

/** A job as consumers see it. */
export function receivedJob<Name extends QueueName>(job: Job<QueueCatalog[Name]>): ReceivedJob<Name> {
  return {
    name: job.name,
    id: String(job.id),
    addedAt: job.timestamp,
    // any client of the queue may have put anything there; of null no field can be read
    payload: job.data ?? ({} as QueueCatalog[Name]),
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
