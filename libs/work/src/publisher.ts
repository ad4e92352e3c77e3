import type { Id, TaskJob, TaskQueue } from '@assay/contracts';
import type { Messaging } from '@assay/messaging';
import type { LocalDelivery } from './local-delivery.js';

/** A task whose job is not published yet. */
export interface UnpublishedTask {
  id: Id;
  delivery: number;
  queue: TaskQueue;
  priority: number;
  delayMs?: number;
  /** How often a sweep has published this delivery. */
  publishes?: number;
  /** Where the row does not say which trace it belongs to. */
  traceparent?: string;
}

/**
 * The job's id names the delivery, so that an old job never blocks its successor. Every second sweep gives it another
 * one: a job that a killed worker took and never claimed holds its id until the queue finds it stalled, a minute later;
 * and a backlog that is published again and again grows by few copies.
 */
function jobId({ id, delivery, publishes = 0 }: UnpublishedTask): string {
  const copy = Math.floor(publishes / 2);
  return copy === 0 ? `${id}-${delivery}` : `${id}-${delivery}-${copy}`;
}

function payloadOf({ id, delivery, traceparent }: UnpublishedTask): TaskJob {
  return { task: id, delivery, ...(traceparent === undefined ? {} : { traceparent }) };
}

/**
 * Publishes the outbox right after the commit that wrote it: to a worker of this process, else through the queue. A
 * failure here loses nothing: the sweep finds the same rows a moment later.
 */
export class Publisher {
  constructor(
    private readonly messaging: Messaging,
    private readonly local: LocalDelivery,
    private readonly onError: (error: Error) => void,
  ) {}

  /** One job per task; at most one round trip per queue. */
  async tasks(tasks: readonly UnpublishedTask[]): Promise<void> {
    const left = tasks.filter((task) => !this.offered(task));
    const byQueue = Map.groupBy(left, (task) => task.queue);
    await Promise.all(
      [...byQueue].map(([queue, unpublished]) => {
        const jobs = unpublished.map((task) => ({
          id: jobId(task),
          payload: payloadOf(task),
          delayMs: task.delayMs,
          priority: task.priority,
        }));
        return this.quietly(this.messaging.publish(queue, jobs));
      }),
    );
  }

  /** Asks the coordinators for the next step of these runs. */
  async advances(runs: readonly Id[]): Promise<void> {
    const left = runs.filter((run) => !this.local.offer('coordinator', { payload: { run }, name: run }));
    await this.quietly(
      this.messaging.publish(
        'coordinator',
        left.map((run) => ({ payload: { run } })),
      ),
    );
  }

  private offered(task: UnpublishedTask): boolean {
    const { id, queue, delivery, priority, delayMs, publishes } = task;
    const name = `${id}-${delivery}`;
    return this.local.offer(queue, { payload: payloadOf(task), name, priority, delayMs, publishes });
  }

  private async quietly(publishing: Promise<void>): Promise<void> {
    try {
      await publishing;
    } catch (error) {
      this.onError(error as Error);
    }
  }
}
