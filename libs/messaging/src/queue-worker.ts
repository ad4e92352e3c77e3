import type { QueueName } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { Worker, type Job, type Processor, type WorkerOptions } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import type { ConsumerProgress } from './consumer-watch.js';
import type { Messaging } from './messaging.js';
import { LOCK_MS } from './queue-backend.js';
import { Slots } from './slots.js';

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
 * - It takes nothing before `start`, which sets its concurrency; a decorator knows no configuration.
 * - It has a separate connection, which waits for an unreachable backend. @nestjs/bullmq would give it the producer's.
 * - It starts over with another connection when it could not begin: BullMQ keeps the failed one for good.
 * - It shares its slots with local deliveries (`tryRun`, `runOrHold`).
 * - `drain` ends it before anything that its jobs use is closed. Errors are reported and never end the process.
 */
export class QueueWorker<Data = unknown> extends Worker<Data> implements ConsumerProgress {
  private readonly slots: Slots;
  private readonly messaging: Messaging;
  private loop: Promise<void> | null = null;

  constructor(name: string, processor: Processor<Data>, { connection: messaging, ...options }: QueueWorkerOptions) {
    const slots = new Slots(options.concurrency ?? 1);
    super(
      name,
      // three parameters: only then does BullMQ pass a signal
      (job: Job<Data>, token?: string, signal?: AbortSignal) => slots.run(() => processor(job, token, signal)),
      {
        lockDuration: LOCK_MS,
        stalledInterval: LOCK_MS,
        maxStalledCount: 1_000_000,
        runRetryDelay: timing.reconnect,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
        ...options,
        connection: messaging.backend.consumerConnection() as never,
        autorun: false,
      },
      messaging.backend.factory as never,
    );
    this.slots = slots;
    this.messaging = messaging;
    this.on('error', (error) => {
      messaging.availability.failed();
      messaging.report(error, `consumer of ${name}`);
    });
    this.on('failed', (job, error) => messaging.report(error, `job ${job?.name ?? '?'} of ${name}`));
    messaging.admitWorker(this as unknown as QueueWorker);
  }

  get queue(): QueueName {
    return this.name as QueueName;
  }

  /** Jobs under way, local deliveries included. */
  get jobsUnderWay(): number {
    return this.slots.running;
  }

  get jobsAtMost(): number {
    return this.slots.size;
  }

  get movedAt(): number {
    return this.slots.movedAt;
  }

  /** Whether it takes jobs: it was started and is not draining. */
  get takesJobs(): boolean {
    return this.loop !== null && this.closing === undefined;
  }

  /** Takes jobs from now on, so many at once. */
  start(concurrency: number): void {
    this.slots.size = concurrency;
    this.concurrency = concurrency;
    this.loop ??= this.runUntilClosed();
  }

  /** Runs work in a free slot, past the queue; false where no slot is free or the worker takes no jobs. */
  tryRun(work: () => Promise<void>, onError: (error: unknown) => void): boolean {
    return this.takesJobs && this.slots.tryRun(work, onError);
  }

  /**
   * As `tryRun`, but holds the work until a slot is free, smaller priorities first. It then runs even where the worker
   * takes no jobs any more, and should check that itself. False where too much is held already.
   */
  runOrHold(work: () => Promise<void>, priority: number, onError: (error: unknown) => void): boolean {
    return this.takesJobs && this.slots.runOrHold(work, priority, onError);
  }

  /** Takes nothing new; resolves when all jobs under way have ended. */
  async drain(): Promise<void> {
    await this.close();
  }

  /** As `drain`; with `force`, without waiting for jobs under way. An unreachable backend is not waited for. */
  override async close(force = false): Promise<void> {
    const { availability } = this.messaging;
    const closed = super.close(force || !availability.isAvailable);
    if (await availability.check()) {
      await closed;
      await this.loop;
    }
    if (!force) await this.slots.idle();
  }

  private async runUntilClosed(): Promise<void> {
    while (this.closing === undefined) {
      try {
        await this.waitUntilReady();
        await this.run();
      } catch (error) {
        this.emit('error', error as Error);
      }
      if (this.closing !== undefined) return;
      await delay(timing.reconnect);
      if (this.closing === undefined) this.reconnect();
    }
  }

  private reconnect(): void {
    void this.backend.close(true).catch(() => undefined);
    this.createBackend();
    this.backend.on('error', (error: Error) => this.emit('error', error));
  }
}
