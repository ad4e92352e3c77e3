import { timing } from '@assay/contracts/timing';
import { Worker, type Processor, type WorkerOptions } from 'bullmq';
import { setTimeout as delay } from 'node:timers/promises';
import type { Messaging } from './messaging.js';
import { LOCK_MS } from './queue-backend.js';
import type { QueueShard } from './queue-shard.js';

/** Where a worker takes its jobs from. */
interface WorkerPlace {
  messaging: Messaging;
  shard: QueueShard;
}

/** BullMQ's worker on one server, with a connection of its own, which waits for a server that is away. */
export class SteadyWorker<Data = unknown> extends Worker<Data> {
  private readonly shard: QueueShard;
  private steady: Promise<void> | null = null;

  constructor(
    name: string,
    processor: Processor<Data>,
    options: Omit<WorkerOptions, 'connection'>,
    { messaging, shard }: WorkerPlace,
  ) {
    super(
      name,
      processor,
      {
        lockDuration: LOCK_MS,
        stalledInterval: LOCK_MS,
        maxStalledCount: 1_000_000,
        runRetryDelay: timing.reconnect,
        removeOnComplete: { count: 0 },
        removeOnFail: { count: 0 },
        ...options,
        connection: shard.backend.consumerConnection() as never,
        autorun: false,
      },
      shard.backend.factory as never,
    );
    this.shard = shard;
    this.on('error', (error) => {
      shard.lookOut();
      messaging.report(error, `consumer of ${name}`);
    });
    this.on('failed', (job, error) => messaging.report(error, `job ${job?.name ?? '?'} of ${name}`));
  }

  /** Whether it takes jobs: it was started, and is not draining. */
  get takesJobs(): boolean {
    return this.steady !== null && this.closing === undefined;
  }

  /**
   * As many jobs as it may have at once from now on. BullMQ looks at the number when a job ends: where it grows the loop is
   * woken, as its own `resume` does. A test watches that.
   */
  allow(jobs: number): void {
    const grows = jobs > this.concurrency;
    this.concurrency = jobs;
    const loop = Reflect.get(this, 'mainLoopQueue') as { add(job: Promise<undefined>): void } | null;
    if (grows) loop?.add(Promise.resolve(undefined));
  }

  /** Takes jobs from now on, as many at once as its `concurrency` is. */
  takeJobs(): void {
    this.steady ??= this.runSteadily();
  }

  /** Takes nothing new from now on. A server that is away is not waited for, to be told of what has ended. */
  override async close(force = false): Promise<void> {
    const closed = super.close(force || this.shard.isAway);
    if (!(await this.shard.answers())) return;
    await closed;
    await this.steady;
  }

  private async runSteadily(): Promise<void> {
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
