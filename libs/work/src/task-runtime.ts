import type { QueueName } from '@assay/contracts';
import type { Messaging, QueueCatalog, QueueWorker } from './messaging/index.js';
import { Database } from '@assay/persistence';
import { Answers } from './answers.js';
import { BlockStore } from './block-store.js';
import { DatabaseCalls } from './database-calls.js';
import { HintBus } from './hint-bus.js';
import { LocalDelivery } from './local-delivery.js';
import { outlastOutages } from './outlast-outages.js';
import { Publisher } from './publisher.js';
import { Reconciler } from './reconciler.js';
import { ReplayCalls } from './replay/replay-calls.js';
import { TaskLedger } from './task-ledger.js';
import { TaskProcess } from './task-process.js';
import { TaskRunner, type TaskRunnerOptions } from './task-runner.js';
import type { TaskHandler } from './task-context.js';

export interface TaskRuntimeOptions {
  service: string;
  databaseUrl: string;
  /** Most connections to the record; default 8. */
  connections?: number;
  /** Jobs for this process skip the queue; default true. */
  localDelivery?: boolean;
  onError: (error: Error) => void;
}

/** `start` before use. */
export class TaskRuntime {
  readonly database: Database;
  readonly process: TaskProcess;
  readonly hints: HintBus;
  readonly publisher: Publisher;
  readonly ledger: TaskLedger;
  readonly blocks: BlockStore;
  readonly databaseCalls: DatabaseCalls;
  readonly replays: ReplayCalls;
  readonly answers: Answers;
  private readonly local: LocalDelivery;
  /** Only task runners subscribe to `lost`. */
  private offLost: (() => void) | null = null;

  constructor(
    readonly messaging: Messaging,
    private readonly options: TaskRuntimeOptions,
  ) {
    const { onError } = options;
    this.database = new Database({
      url: options.databaseUrl,
      max: options.connections ?? 8,
      applicationName: `assay-${options.service}`,
      onError,
    });
    this.process = new TaskProcess(this.database, options.service, onError);
    this.hints = new HintBus(this.database, this.process, onError);
    this.local = new LocalDelivery({
      enabled: options.localDelivery ?? true,
      isOpen: (queue) => messaging.pauses.isOpen(queue),
    });
    this.publisher = new Publisher(messaging, this.local, onError);
    this.ledger = new TaskLedger(this.database, this.process, this.publisher, this.hints);
    this.blocks = new BlockStore(this.database);
    this.answers = new Answers(this.database, this.hints, onError);
    this.databaseCalls = new DatabaseCalls(this.ledger, this.answers);
    this.replays = new ReplayCalls(this.ledger, this.answers);
  }

  /** Waits for Postgres if it is unreachable. */
  async start(): Promise<void> {
    await outlastOutages(() => this.process.start());
    this.hints.start();
  }

  runner(handler: TaskHandler, options: TaskRunnerOptions): TaskRunner {
    const { local, database, process, ledger, blocks } = this;
    this.offLost ??= this.hints.on('lost', () => void process.heartbeatQuietly());
    return new TaskRunner({ local, database, process, ledger, blocks }, handler, options);
  }

  /** Delivers non-task jobs of a queue to a local worker, past the queue. */
  deliverTo<Queue extends QueueName>(
    worker: QueueWorker<QueueCatalog[Queue]>,
    queue: Queue,
    handle: (payload: QueueCatalog[Queue]) => Promise<void>,
  ): void {
    this.local.join(queue, worker, handle, (error) => this.options.onError(error as Error));
  }

  reconciler(): Reconciler {
    const { database, process, ledger, publisher, messaging } = this;
    return new Reconciler(database, process, ledger, publisher, messaging, this.options.onError);
  }

  /** After the runners: deregisters the process, then closes the pool. */
  async stop(): Promise<void> {
    this.answers.stop();
    this.offLost?.();
    await this.process.stop().catch((error: unknown) => this.options.onError(error as Error));
    await this.hints.stop();
    await this.database.close();
  }
}
