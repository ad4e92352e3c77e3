import type { QueueName } from '@assay/contracts';
import type { QueueCatalog, QueueWorker } from './messaging/index.js';

type Receiver = Pick<QueueWorker, 'tryRun'>;

interface LocalWorker {
  worker: Receiver;
  handle: (payload: never) => Promise<void>;
  onError: (error: unknown) => void;
}

interface OfferedJob<Queue extends QueueName> {
  payload: QueueCatalog[Queue];
  delayMs?: number | undefined;
  /** Publications of this delivery by sweeps. */
  publishes?: number | undefined;
}

export interface LocalDeliveryOptions {
  /** False: all jobs go through queues. */
  enabled: boolean;
  isOpen: (queue: QueueName) => boolean;
}

/** Starts a job in the publishing process, past the queue, if a slot is free. The sweep republishes lost jobs. */
export class LocalDelivery {
  private readonly workers = new Map<QueueName, LocalWorker>();

  constructor(private readonly options: LocalDeliveryOptions) {}

  join<Queue extends QueueName>(
    queue: Queue,
    worker: Receiver,
    handle: (payload: QueueCatalog[Queue]) => Promise<void>,
    onError: (error: unknown) => void,
  ): void {
    if (this.options.enabled) this.workers.set(queue, { worker, handle, onError });
  }

  /** True if the job was taken; otherwise publish it. Delayed and republished jobs go to the queue. */
  offer<Queue extends QueueName>(queue: Queue, job: OfferedJob<Queue>): boolean {
    const local = this.workers.get(queue);
    const { payload, delayMs = 0, publishes = 0 } = job;
    if (local === undefined || delayMs > 0 || publishes > 0 || !this.options.isOpen(queue)) return false;
    const handle = local.handle as (payload: QueueCatalog[Queue]) => Promise<void>;
    return local.worker.tryRun(() => handle(payload), local.onError);
  }
}
