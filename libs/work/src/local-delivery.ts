import type { QueueName } from '@assay/contracts';
import type { QueueCatalog, QueueWorker } from '@assay/messaging';

/** Takes a job past its queue; whether it did. */
type Taker<Queue extends QueueName> = (payload: QueueCatalog[Queue]) => boolean;

/** A worker that work may be handed to. */
type Receiver = Pick<QueueWorker, 'tryRun'>;

/**
 * Delivery within one process: a job whose worker sits in the process that publishes it, and has a slot free, needs no
 * queue. The rows own what is to be done, so a job that gets lost here is swept up like one that a queue loses.
 */
export class LocalDelivery {
  private readonly takers = new Map<QueueName, Taker<never>>();

  /**
   * @param enabled false: everything goes through the queues
   * @param isOpen whether a queue is known not to be paused: an operator's pause holds for every way
   */
  constructor(
    private readonly enabled: boolean,
    private readonly isOpen: (queue: QueueName) => boolean,
  ) {}

  /** Jobs of the queue are handed to `worker` while it takes jobs; `onError` hears of what `handle` throws. */
  join<Queue extends QueueName>(
    queue: Queue,
    worker: Receiver,
    handle: (payload: QueueCatalog[Queue]) => Promise<void>,
    onError: (error: unknown) => void,
  ): void {
    const taker: Taker<Queue> = (payload) => worker.tryRun(() => handle(payload), onError);
    if (this.enabled) this.takers.set(queue, taker);
  }

  /** True when the job was taken; otherwise it belongs on the queue. */
  offer<Queue extends QueueName>(queue: Queue, payload: QueueCatalog[Queue]): boolean {
    const taker = this.takers.get(queue) as Taker<Queue> | undefined;
    return taker !== undefined && this.isOpen(queue) && taker(payload);
  }
}
