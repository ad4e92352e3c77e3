import type { QueueName } from '@assay/contracts';
import type { QueueCatalog, QueueWorker } from '@assay/messaging';

/** A worker that jobs may be handed to. */
type Receiver = Pick<QueueWorker, 'tryRun' | 'runOrHold' | 'takesJobs'>;

/** The worker of a queue in this process. */
interface LocalWorker {
  worker: Receiver;
  handle: (payload: never) => Promise<void>;
  onError: (error: unknown) => void;
  /** Names of the jobs that wait here for a slot. */
  held: Set<string>;
}

/** A job that a process is about to publish. */
interface OfferedJob<Queue extends QueueName> {
  payload: QueueCatalog[Queue];
  /** The same for every offer of the same job. */
  name: string;
  /** Smaller numbers first. */
  priority?: number;
  delayMs?: number | undefined;
  /** How often a sweep has published it already, in vain. */
  publishes?: number | undefined;
}

/** What decides whether jobs may go past their queue. */
export interface LocalDeliveryOptions {
  /** False: everything goes through the queues. */
  enabled: boolean;
  /** Whether a queue is known not to be paused: an operator's pause applies to local delivery too. */
  isOpen: (queue: QueueName) => boolean;
  /** Whether no other process could take a job that finds no free slot here. */
  alone: () => boolean;
}

/**
 * The shortcut past the queue: a job whose worker runs in the publishing process starts at once if a slot is free. Where
 * no other process could take it, it is held until a slot is free. The rows own the work, so the sweep publishes again
 * what gets lost here, as it does for a queue.
 */
export class LocalDelivery {
  private readonly workers = new Map<QueueName, LocalWorker>();

  constructor(private readonly options: LocalDeliveryOptions) {}

  /** Jobs of the queue are handed to `worker` while it takes jobs; `onError` gets what `handle` throws. */
  join<Queue extends QueueName>(
    queue: Queue,
    worker: Receiver,
    handle: (payload: QueueCatalog[Queue]) => Promise<void>,
    onError: (error: unknown) => void,
  ): void {
    if (this.options.enabled) this.workers.set(queue, { worker, handle, onError, held: new Set() });
  }

  /**
   * True when the job was taken, now or for the next free slot; otherwise it belongs on the queue. A delayed job, and
   * one that was published in vain, is the queue's, unless it waits for a slot here.
   */
  offer<Queue extends QueueName>(queue: Queue, job: OfferedJob<Queue>): boolean {
    const local = this.workers.get(queue);
    const { payload, name, priority = 0, delayMs = 0, publishes = 0 } = job;
    if (local === undefined || delayMs > 0) return false;
    const alone = this.options.alone();
    if (publishes > 0) return alone && local.held.has(name);
    if (!this.options.isOpen(queue)) return false;
    const handle = local.handle as (payload: QueueCatalog[Queue]) => Promise<void>;
    const run = (): Promise<void> => handle(payload);
    if (!alone) return local.worker.tryRun(run, local.onError);
    return local.held.has(name) || this.runOrHold(queue, local, run, name, priority);
  }

  /** A held job is dropped if its queue is paused or its worker drains: the sweep publishes it on the queue. */
  private runOrHold(
    queue: QueueName,
    { worker, held, onError }: LocalWorker,
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
