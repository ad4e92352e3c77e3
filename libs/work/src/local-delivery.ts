import type { QueueName } from '@assay/contracts';
import type { QueueCatalog } from '@assay/messaging';

type Taker<Queue extends QueueName> = (payload: QueueCatalog[Queue]) => boolean;

/**
 * Delivery within one process: a job whose taker sits in the process that publishes it, and has room, needs no queue.
 * The rows own what is owed, so a job that gets lost here is swept up like one that a queue loses.
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

  /** Offers are made to `taker` until the returned function is called; it says whether it took one. */
  join<Queue extends QueueName>(queue: Queue, taker: Taker<Queue>): () => void {
    if (this.enabled) this.takers.set(queue, taker);
    return () => {
      if (this.takers.get(queue) === taker) this.takers.delete(queue);
    };
  }

  /** True when the job was taken; otherwise it belongs on the queue. */
  offer<Queue extends QueueName>(queue: Queue, payload: QueueCatalog[Queue]): boolean {
    const taker = this.takers.get(queue) as Taker<Queue> | undefined;
    return taker !== undefined && this.isOpen(queue) && taker(payload);
  }
}
