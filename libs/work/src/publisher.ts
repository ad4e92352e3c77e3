import type { Id, TaskJob, TaskQueue } from '@assay/contracts';
import type { Messaging, Publication } from '@assay/messaging';
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

function payloadOf({ id, delivery, traceparent }: UnpublishedTask, more: readonly UnpublishedTask[] = []): TaskJob {
  return {
    task: id,
    delivery,
    ...(traceparent === undefined ? {} : { traceparent }),
    ...(more.length === 0 ? {} : { more: more.map((other) => ({ task: other.id, delivery: other.delivery })) }),
  };
}

/** Tasks that one job is for at most: few enough that several processes get their part of a stage. */
const TASKS_OF_A_JOB = 5;

/** The jobs for these tasks. One is for several that wait for nothing, and were not published before. */
function jobsOf(tasks: readonly UnpublishedTask[], shared: boolean): Publication<TaskQueue>[] {
  const jobs = Map.groupBy(tasks, ({ id, delayMs, publishes, priority, traceparent }, at) =>
    !shared || delayMs || publishes ? id : `${Math.floor(at / TASKS_OF_A_JOB)} ${priority} ${traceparent}`,
  );
  return [...jobs.values()].map(([task, ...more]) => {
    const { delayMs, priority } = task as UnpublishedTask;
    return { id: jobId(task as UnpublishedTask), payload: payloadOf(task as UnpublishedTask, more), delayMs, priority };
  });
}

/**
 * Publishes the outbox right after the commit that wrote it: in process (local delivery) to a taker,
 * else through the queue. A failure here loses nothing: the sweep finds the same rows a moment later.
 */
export class Publisher {
  constructor(
    private readonly messaging: Messaging,
    private readonly local: LocalDelivery,
    private readonly onError: (error: Error) => void,
  ) {}

  /** At most one round trip per queue. */
  async tasks(tasks: readonly UnpublishedTask[]): Promise<void> {
    const left = tasks.filter((task) => !this.locally(task));
    const byQueue = Map.groupBy(left, (task) => task.queue);
    await Promise.all(
      [...byQueue].map(([queue, unpublished]) =>
        // who takes a job of several hands them over to itself
        this.quietly(this.messaging.publish(queue, jobsOf(unpublished, this.local.isEnabled))),
      ),
    );
  }

  /** Asks the coordinators for the next step of these runs. */
  async advances(runs: readonly Id[]): Promise<void> {
    const left = runs.filter((run) => !this.local.offer('coordinator', { run }, run, 0));
    await this.quietly(
      this.messaging.publish(
        'coordinator',
        left.map((run) => ({ payload: { run } })),
      ),
    );
  }

  /** What is to wait, or was published in vain before, is the queue's business; unless it waits here for a slot. */
  private locally(task: UnpublishedTask): boolean {
    const { id, queue, delivery, priority, delayMs = 0, publishes = 0 } = task;
    const name = `${id}-${delivery}`;
    if (publishes > 0) return this.local.holds(queue, name);
    return delayMs <= 0 && this.local.offer(queue, payloadOf(task), name, priority);
  }

  private async quietly(publishing: Promise<void>): Promise<void> {
    try {
      await publishing;
    } catch (error) {
      this.onError(error as Error);
    }
  }
}
