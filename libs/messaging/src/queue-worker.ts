import type { QueueName } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import type { Job, Processor, WorkerOptions } from 'bullmq';
import type { ConsumerProgress } from './consumer-watch.js';
import type { Messaging } from './messaging.js';
import { Slots } from './slots.js';
import { SteadyWorker } from './steady-worker.js';

/** Options of a worker as @nestjs/bullmq gives them: `connection` is the process's Messaging. */
type QueueWorkerOptions = Omit<WorkerOptions, 'connection'> & { connection: Messaging };

/** For `@Processor`: queues whose jobs others have added, and look at afterwards. Ended jobs stay as long as they asked. */
export const KEEPS_JOBS: Partial<WorkerOptions> = {
  removeOnComplete: undefined,
  removeOnFail: undefined,
  lockDuration: timing.ownLock,
  stalledInterval: timing.ownStalled,
};

/**
 * The worker behind every `@Processor`, on either backend: what BullMQ's own worker lacks.
 *
 * - It takes nothing before `start`, which says how many jobs it may have at once; a decorator knows no configuration.
 * - It has a connection of its own, which waits for a backend that is away. @nestjs/bullmq would give it the producer's.
 * - It starts over with another connection when it could not begin: BullMQ keeps the failed one for good.
 * - It takes from every server that its queue's jobs are spread over, each by a worker of its own.
 * - It shares its slots with work that is handed over inside of the process (`tryRun`, `runOrHold`).
 * - `drain` ends it before anything that its jobs use is closed. Errors are reported, and never end the process.
 */
export class QueueWorker<Data = unknown> extends SteadyWorker<Data> implements ConsumerProgress {
  private readonly slots: Slots;
  /** Those of the other servers. */
  private readonly others: readonly SteadyWorker<Data>[];

  constructor(name: string, processor: Processor<Data>, { connection: messaging, ...options }: QueueWorkerOptions) {
    const slots = new Slots(options.concurrency ?? 1, (size) => this.share(size));
    // three parameters: only then does BullMQ pass a signal
    const inSlot: Processor<Data> = (job: Job<Data>, token?: string, signal?: AbortSignal) =>
      slots.run(() => processor(job, token, signal));
    const [first, ...others] = messaging.shardsOf(name);
    super(name, inSlot, options, { messaging, shard: first });
    this.slots = slots;
    this.others = others.map((shard) => new SteadyWorker(name, inSlot, options, { messaging, shard }));
    messaging.admitWorker(this as unknown as QueueWorker);
  }

  get queue(): QueueName {
    return this.name as QueueName;
  }

  /** Jobs under way, those that were handed over included. */
  get jobsUnderWay(): number {
    return this.slots.running;
  }

  get jobsAtMost(): number {
    return this.slots.size;
  }

  get movedAt(): number {
    return this.slots.movedAt;
  }

  /** Takes jobs from now on, so many at once: from each server its share, so that none takes what another could do. */
  start(concurrency: number): void {
    this.slots.size = concurrency;
    this.share(concurrency);
    for (const worker of [this, ...this.others]) worker.takeJobs();
  }

  /** What is handed over takes its slots from the queue's jobs, all but one: what would wait here could begin elsewhere. */
  private share(slots: number): void {
    const share = Math.max(1, Math.ceil(slots / (1 + this.others.length)));
    for (const worker of [this, ...this.others]) worker.allow(share);
  }

  /** Runs work in one of the slots, past the queue, if there is one now and the worker takes jobs; whether it did. */
  tryRun(work: () => Promise<void>, onError: (error: unknown) => void): boolean {
    return this.takesJobs && this.slots.tryRun(work, onError);
  }

  /**
   * As `tryRun`; what finds no slot is held back until there is one, smaller priorities first. It is run then even where
   * the worker takes no jobs any more, and should look at that itself. False where too much is held back already.
   */
  runOrHold(work: () => Promise<void>, priority: number, onError: (error: unknown) => void): boolean {
    return this.takesJobs && this.slots.runOrHold(work, priority, onError);
  }

  /** Takes nothing new; resolves when what is under way has ended. */
  async drain(): Promise<void> {
    await this.close();
  }

  /** As `drain`; with `force`, without waiting for what is under way. */
  override async close(force = false): Promise<void> {
    await Promise.all([super.close(force), ...this.others.map((worker) => worker.close(force))]);
    if (!force) await this.slots.idle();
  }
}
