import type { QueueName } from '@assay/contracts';
import type { JobType, Queue } from 'bullmq';

/** What lies in one queue. */
export interface QueueState {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  paused: boolean;
  /** When the oldest waiting job was added, milliseconds since the epoch; null where none waits. */
  oldestAddedAt: number | null;
}

/** Runs `use` on a queue. Throws InfrastructureError while the backend is unreachable. */
type UseQueue = <Result>(queue: QueueName, use: (queue: Queue) => Promise<Result>) => Promise<Result>;

/** States of a job without a lock. On Postgres BullMQ calls those of a paused queue `paused`, which its types lack. */
const WAITING = ['waiting', 'prioritized', 'paused'] as unknown as readonly JobType[];

/** Queues as their operators see them. Every method throws InfrastructureError while the backend is unreachable. */
export class QueueDesk {
  constructor(private readonly use: UseQueue) {}

  state(name: QueueName): Promise<QueueState> {
    return this.use(name, stateOf);
  }

  /** No consumer takes a job until the queue is resumed; jobs under way go on. */
  async pause(name: QueueName): Promise<void> {
    await this.use(name, (queue) => queue.pause());
  }

  async resume(name: QueueName): Promise<void> {
    await this.use(name, (queue) => queue.resume());
  }

  /** Removes all jobs that wait, delayed ones included; returns their number. */
  drain(name: QueueName): Promise<number> {
    return this.use(name, async (queue) => {
      const waiting = await queue.getJobCountByTypes(...WAITING, 'delayed');
      await queue.drain(true);
      return waiting;
    });
  }

  /** Lets failed jobs wait again; returns their number. */
  retryFailed(name: QueueName): Promise<number> {
    return this.use(name, async (queue) => {
      const failed = await queue.getJobCountByTypes('failed');
      if (failed > 0) await queue.retryJobs({ state: 'failed' });
      return failed;
    });
  }

  /** The queue itself, ready for use: for a board that shows it. */
  open(name: QueueName): Promise<Queue> {
    return this.use(name, async (queue) => {
      await queue.waitUntilReady();
      return queue;
    });
  }
}

async function stateOf(queue: Queue): Promise<QueueState> {
  const [counts, paused, [oldest]] = await Promise.all([
    queue.getJobCounts(...WAITING, 'active', 'delayed', 'failed'),
    queue.isPaused(),
    queue.getJobs([...WAITING], 0, 0, true),
  ]);
  return {
    waiting: WAITING.reduce((sum, state) => sum + (counts[state] ?? 0), 0),
    active: counts['active'] ?? 0,
    delayed: counts['delayed'] ?? 0,
    failed: counts['failed'] ?? 0,
    paused,
    oldestAddedAt: oldest?.timestamp ?? null,
  };
}
