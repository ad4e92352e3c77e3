import type { QueueName } from '@assay/contracts';
import type { Messaging, QueueCatalog, QueueWorker } from '@assay/messaging';
import { Database } from '@assay/persistence';
import { AnswerCache } from './answer-cache.js';
import { AnswerWaiter } from './answer-waiter.js';
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
  /** The service's name, for its row among the processes. */
  service: string;
  databaseUrl: string;
  /** Connections of the hot pool. */
  connections?: number;
  /** Jobs whose taker sits in this very process skip the queue; default true. */
  localDelivery?: boolean;
  onError: (error: Error) => void;
}

/** Everything a process needs to take part in the work: one per process, whatever services run in it. */
export class TaskRuntime {
  readonly database: Database;
  readonly process: TaskProcess;
  readonly hints: HintBus;
  readonly publisher: Publisher;
  readonly ledger: TaskLedger;
  readonly blocks: BlockStore;
  readonly databaseCalls: DatabaseCalls;
  readonly replays: ReplayCalls;
  readonly answers: AnswerCache;
  private readonly waiter: AnswerWaiter;
  private readonly local: LocalDelivery;
  /** Who holds no tasks has none to lose. */
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
      alone: () => this.process.alone(),
    });
    this.publisher = new Publisher(messaging, this.local, onError);
    this.waiter = new AnswerWaiter(this.database, this.hints, onError);
    this.ledger = new TaskLedger(this.database, this.process, this.publisher, this.hints);
    this.blocks = new BlockStore(this.database);
    this.answers = new AnswerCache(this.database);
    this.databaseCalls = new DatabaseCalls(this.ledger, this.waiter, this.answers);
    this.replays = new ReplayCalls(this.ledger, this.waiter);
  }

  /** Outlasts a Postgres that goes away while the process starts, as it does later. */
  async start(): Promise<void> {
    await outlastOutages(() => this.process.start());
    await this.hints.start();
  }

  /** Claims and runs one queue's tasks in this process. */
  runner(handler: TaskHandler, options: TaskRunnerOptions): TaskRunner {
    const { local, database, process, ledger, blocks } = this;
    this.offLost ??= this.hints.on('lost', () => void process.heartbeatQuietly());
    return new TaskRunner({ local, database, process, ledger, blocks }, handler, options);
  }

  /** Hands jobs of a queue that are no tasks to its worker in this process, past the queue. */
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

  /** Ends after the runners have drained: says goodbye, then closes the connections. */
  async stop(): Promise<void> {
    this.waiter.stop();
    this.offLost?.();
    await this.process.stop().catch((error: unknown) => this.options.onError(error as Error));
    await this.hints.stop();
    await this.database.close();
  }
}
