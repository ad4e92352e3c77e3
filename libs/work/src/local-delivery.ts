import type { QueueName } from '@assay/contracts';
import type { QueueCatalog, QueueWorker } from '@assay/messaging';
import type { ClaimedTask, TaskRequest } from '@assay/persistence';

/** A worker that work may be handed to. */
type Receiver = Pick<QueueWorker, 'tryRun' | 'runOrHold' | 'takesJobs'>;

/** A task that this process has, to begin without a job. */
export interface BegunTask {
  claimed: ClaimedTask;
  /** Where the row does not say which trace it belongs to. */
  traceparent?: string | undefined;
  /** What is asked, where no row tells of it before it has ended. */
  request?: TaskRequest;
}

/** A slot that is kept for a task; null gives it up. Until then it is nobody else's. */
export type KeptSlot = (task: BegunTask | null | Promise<BegunTask | null>) => void;

/** What a queue's jobs are handed to in this process. */
interface Taker {
  worker: Receiver;
  handle: (payload: never) => Promise<void>;
  /** Sees a claimed task through; queues whose jobs are no tasks have none. */
  begin?: ((task: BegunTask) => Promise<void>) | undefined;
  onError: (error: unknown) => void;
  /** Jobs that wait for a slot, by the names that they were offered under. */
  held: Set<string>;
}

/** What decides whether jobs may go past their queue. */
export interface LocalDeliveryOptions {
  /** False: everything goes through the queues. */
  enabled: boolean;
  /** Whether a queue is known not to be paused: an operator's pause holds for every way. */
  isOpen: (queue: QueueName) => boolean;
  /** Whether no other process could take what finds no slot here. */
  alone: () => boolean;
}

/**
 * Delivery within one process: a job whose worker sits in the process that publishes it, and has a slot free, needs no
 * queue. Where no other process could take it, it is held back until a slot is free. The rows own what is to be done, so
 * a job that gets lost here is swept up like one that a queue loses.
 */
export class LocalDelivery {
  private readonly takers = new Map<QueueName, Taker>();

  constructor(private readonly options: LocalDeliveryOptions) {}

  get isEnabled(): boolean {
    return this.options.enabled;
  }

  /** Jobs of the queue are handed to `worker` while it takes jobs; `onError` hears of what `handle` throws. */
  join<Queue extends QueueName>(
    queue: Queue,
    worker: Receiver,
    handle: (payload: QueueCatalog[Queue]) => Promise<void>,
    onError: (error: unknown) => void,
    begin?: (task: BegunTask) => Promise<void>,
  ): void {
    if (this.options.enabled) this.takers.set(queue, { worker, handle, begin, onError, held: new Set() });
  }

  /** Keeps a slot for a task that is about to be written as this process's; null where there is none to be had now. */
  keepSlot(queue: QueueName): KeptSlot | null {
    const { worker, begin, onError } = this.takers.get(queue) ?? {};
    if (worker === undefined || begin === undefined || !this.options.isOpen(queue)) return null;
    const { promise, resolve } = Promise.withResolvers<BegunTask | null>();
    const run = async (): Promise<void> => {
      const task = await promise;
      if (task !== null) await begin(task);
    };
    return worker.tryRun(run, (error) => onError?.(error)) ? resolve : null;
  }

  /**
   * True when the job was taken, now or for the next free slot; otherwise it belongs on the queue.
   *
   * @param name the same for every offer of the same job
   */
  offer<Queue extends QueueName>(queue: Queue, payload: QueueCatalog[Queue], name: string, priority: number): boolean {
    const taker = this.takers.get(queue);
    if (taker === undefined || !this.options.isOpen(queue)) return false;
    const handle = taker.handle as (payload: QueueCatalog[Queue]) => Promise<void>;
    const run = (): Promise<void> => handle(payload);
    if (!this.options.alone()) return taker.worker.tryRun(run, taker.onError);
    return taker.held.has(name) || this.runOrHold(queue, taker, run, name, priority);
  }

  /** Whether this job waits here for a slot, and nowhere else could one be found for it. */
  holds(queue: QueueName, name: string): boolean {
    return this.options.alone() && this.takers.get(queue)?.held.has(name) === true;
  }

  /**
   * What has waited for a slot is dropped where its queue is paused or its worker drains by then: its row is swept up,
   * onto the queue.
   */
  private runOrHold(
    queue: QueueName,
    { worker, held, onError }: Taker,
    run: () => Promise<void>,
    name: string,
    priority: number,
  ): boolean {
    held.add(name);
    const begin = async (): Promise<void> => {
      held.delete(name);
      if (worker.takesJobs && this.options.isOpen(queue)) await run();
    };
    const taken = worker.runOrHold(begin, priority, onError);
    if (!taken) held.delete(name);
    return taken;
  }
}
