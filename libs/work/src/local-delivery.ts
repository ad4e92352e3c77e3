import type { QueueName } from '@assay/contracts';
import type { QueueCatalog, QueueWorker } from './messaging/index.js';

type Receiver = Pick<QueueWorker, 'tryRun' | 'runOrHold' | 'takesJobs'>;

interface LocalWorker {
  worker: Receiver;
  handle: (payload: never) => Promise<void>;
  onError: (error: unknown) => void;
  held: Set<string>;
}

interface OfferedJob<Queue extends QueueName> {
  payload: QueueCatalog[Queue];
  /** Same for every offer of the job. */
  name: string;
  /** Smaller first. */
  priority?: number;
  delayMs?: number | undefined;
  /** Publications of this delivery by sweeps. */
  publishes?: number | undefined;
}

export interface LocalDeliveryOptions {
  /** False: all jobs go through queues. */
  enabled: boolean;
  isOpen: (queue: QueueName) => boolean;
  /** Whether no other process could take the job. */
  alone: () => boolean;
}

/**
 * Starts a job in the publishing process if a slot is free, past the queue. Without other processes the job waits here
 * for one. The sweep republishes lost jobs.
 */
export class LocalDelivery {
  private readonly workers = new Map<QueueName, LocalWorker>();

  constructor(private readonly options: LocalDeliveryOptions) {}

  join<Queue extends QueueName>(
    queue: Queue,
    worker: Receiver,
    handle: (payload: QueueCatalog[Queue]) => Promise<void>,
    onError: (error: unknown) => void,
  ): void {
    if (this.options.enabled) this.workers.set(queue, { worker, handle, onError, held: new Set() });
  }

  /**
   * True if the job was taken or waits here; otherwise publish it. Delayed and republished jobs go to the queue, unless
   * they wait here.
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

  /** Drops held jobs when paused or draining; the sweep republishes them. */
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
