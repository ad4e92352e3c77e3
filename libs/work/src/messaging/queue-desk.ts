import type { QueueName } from '@assay/contracts';
import type { JobType, Queue } from 'bullmq';

export interface QueueState {
  waiting: number;
  active: number;
  delayed: number;
  failed: number;
  paused: boolean;
  /** Age of what waits longest; null if nothing waits. */
  oldestSeconds: number | null;
}

type UseQueue = <Result>(queue: QueueName, use: (queue: Queue) => Promise<Result>) => Promise<Result>;

/** Due jobs that no worker holds. On Postgres BullMQ says `paused` for those of a paused queue; its types lack it. */
const WAITING = ['waiting', 'prioritized', 'paused'] as unknown as readonly JobType[];

/** Methods throw InfrastructureError while the backend is unreachable. */
export class QueueDesk {
  constructor(private readonly use: UseQueue) {}

  state(name: QueueName): Promise<QueueState> {
    return this.use(name, stateOf);
  }

  /** Stops delivery until resumed; running jobs continue. */
  async pause(name: QueueName): Promise<void> {
    await this.use(name, (queue) => queue.pause());
  }

  async resume(name: QueueName): Promise<void> {
    await this.use(name, (queue) => queue.resume());
  }

  /** Deletes waiting and delayed jobs, not running ones; returns how many there were. */
  drain(name: QueueName): Promise<number> {
    return this.use(name, async (queue) => {
      const waiting = await queue.getJobCountByTypes(...WAITING, 'delayed');
      await queue.drain(true);
      return waiting;
    });
  }

  /** Returns how many there were. */
  retryFailed(name: QueueName): Promise<number> {
    return this.use(name, async (queue) => {
      const failed = await queue.getJobCountByTypes('failed');
      if (failed > 0) await queue.retryJobs({ state: 'failed' });
      return failed;
    });
  }

  open(name: QueueName): Promise<Queue> {
    return this.use(name, async (queue) => {
      await queue.waitUntilReady();
      return queue;
    });
  }
}

async function stateOf(queue: Queue): Promise<QueueState> {
  const [counts, paused, first] = await Promise.all([
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
    oldestSeconds:
      first.length === 0 ? null : Math.max(0, ...first.map(({ timestamp }) => Date.now() - timestamp)) / 1000,
  };
}
