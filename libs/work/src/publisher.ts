import type { Id, TaskJob, TaskQueue } from '@assay/contracts';
import type { Messaging } from './messaging/index.js';
import type { LocalDelivery } from './local-delivery.js';

export interface UnpublishedTask {
  id: Id;
  /** Grows each time the task becomes ready again. */
  delivery: number;
  queue: TaskQueue;
  priority: number;
  delayMs?: number;
  /** Publications of this delivery by sweeps. */
  publishes?: number;
  /** The caller's trace, for tasks without a run: their row has none. */
  traceparent?: string;
}

/** The id contains the delivery and its publications: a job of a killed worker holds its id for a minute. */
function jobId({ id, delivery, publishes = 0 }: UnpublishedTask): string {
  return publishes === 0 ? `${id}-${delivery}` : `${id}-${delivery}-${publishes}`;
}

function payloadOf({ id, delivery, traceparent }: UnpublishedTask): TaskJob {
  return { task: id, delivery, ...(traceparent === undefined ? {} : { traceparent }) };
}

/** After the commit, locally or through the queue. False if the queue refused some: the sweep repeats them. */
export class Publisher {
  constructor(
    private readonly messaging: Messaging,
    private readonly local: LocalDelivery,
    private readonly onError: (error: Error) => void,
  ) {}

  async tasks(tasks: readonly UnpublishedTask[]): Promise<boolean> {
    const left = tasks.filter((task) => !this.offered(task));
    const byQueue = Map.groupBy(left, (task) => task.queue);
    const published = await Promise.all(
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
    return !published.includes(false);
  }

  async advances(runs: readonly Id[]): Promise<boolean> {
    const left = runs.filter((run) => !this.local.offer('coordinator', { payload: { run } }));
    return this.quietly(
      this.messaging.publish(
        'coordinator',
        left.map((run) => ({ payload: { run } })),
      ),
    );
  }

  private offered(task: UnpublishedTask): boolean {
    const { queue, delayMs, publishes } = task;
    return this.local.offer(queue, { payload: payloadOf(task), delayMs, publishes });
  }

  private async quietly(publishing: Promise<void>): Promise<boolean> {
    try {
      await publishing;
      return true;
    } catch (error) {
      this.onError(error as Error);
      return false;
    }
  }
}
