import { AssayError, type QueueName } from '@assay/contracts';
import { timing } from '@assay/contracts/timing';
import { UnrecoverableError, Worker, type Job, type Processor, type WorkerOptions } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import type { QueueHost } from './queue-host.js';
import { LOCK_MS } from './queue-backend.js';
import { Slots } from './slots.js';

type QueueWorkerOptions = Omit<WorkerOptions, 'connection'> & { connection: QueueHost };

/** For `@Processor` on external queues: ended jobs stay as long as the sender asked. */
export const KEEPS_JOBS: Partial<WorkerOptions> = {
  removeOnComplete: undefined,
  removeOnFail: undefined,
  lockDuration: timing.ownLock,
  stalledInterval: timing.ownStalled,
};

/**
 * Unlike BullMQ's, it starts on `start`, waits for an unreachable backend, reconnects if it could not begin, never
 * retries a refused job, shares slots with local deliveries, and only reports errors.
 */
export class QueueWorker<Data = unknown> extends Worker<Data> {
  private readonly slots: Slots;
  private readonly messaging: QueueHost;
  private loop: Promise<void> | null = null;
  private isClosing = false;

  constructor(name: string, processor: Processor<Data>, { connection: messaging, ...options }: QueueWorkerOptions) {
    const slots = new Slots(options.concurrency ?? 1);
    super(
      name,
      // BullMQ passes a signal only to functions with three parameters
      (job: Job<Data>, token?: string, signal?: AbortSignal) =>
        slots.run(() => processor(job, token, signal)).catch(failForGood),
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
    this.on('error', (error) => messaging.report(error, `consumer of ${name}`));
    this.on('failed', (job, error) => messaging.report(error, `job ${job?.name ?? '?'} of ${name}`));
    messaging.admitWorker(this);
  }

  get queue(): QueueName {
    return this.name as QueueName;
  }

  start(concurrency: number): void {
    this.slots.size = concurrency;
    this.concurrency = concurrency;
    this.loop ??= this.runUntilClosed();
  }

  /** False if no slot is free or it takes no jobs. */
  tryRun(work: () => Promise<void>, onError: (error: unknown) => void): boolean {
    return this.loop !== null && !this.isClosing && this.slots.tryRun(work, onError);
  }

  /** Takes no more jobs; resolves when running ones have ended. */
  async drain(): Promise<void> {
    await this.close();
  }

  /** Like `drain`; with `force`, waits for no jobs. Never waits for an unreachable backend. */
  override async close(force = false): Promise<void> {
    this.isClosing = true;
    const answers = await this.messaging.answers();
    const closed = super.close(force || !answers);
    if (answers) {
      await closed;
      // on Postgres, BullMQ never settles a call on a closed connection
      if (!force) await this.loop;
    }
    if (!force) await this.slots.idle();
  }

  private async runUntilClosed(): Promise<void> {
    while (!this.isClosing) {
      try {
        await this.waitUntilReady();
        await this.run();
      } catch (error) {
        if (!this.isClosing) this.emit('error', error as Error);
      }
      if (this.isClosing) return;
      await delay(timing.reconnect);
      if (!this.isClosing) this.reconnect();
    }
  }

  private reconnect(): void {
    void this.backend.close(true).catch(() => undefined);
    this.createBackend();
    this.backend.on('error', (error: Error) => this.emit('error', error));
  }
}

/** A retry of a refused job would be refused, too. */
function failForGood(error: unknown): never {
  if (!(error instanceof AssayError) || error.retryable) throw error;
  throw Object.assign(new UnrecoverableError(error.message), { cause: error });
}
