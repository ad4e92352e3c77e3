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

/** What is asked of, or done to, a queue on each of the servers that its jobs are spread over. */
interface QueueAccess {
  /** Of those servers that answer; throws InfrastructureError where none does. */
  ask<Result>(queue: QueueName, use: (queue: Queue) => Promise<Result>): Promise<[Result, ...Result[]]>;
  /** Throws InfrastructureError where one of them does not answer, when all others have done it. */
  order<Result>(queue: QueueName, use: (queue: Queue) => Promise<Result>): Promise<Result[]>;
}

/** States of a job without a lock. On Postgres BullMQ calls those of a paused queue `paused`, which its types lack. */
const WAITING = ['waiting', 'prioritized', 'paused'] as unknown as readonly JobType[];

/** Queues as their operators see them. Every method throws InfrastructureError while the backend is away. */
export class QueueDesk {
  constructor(private readonly access: QueueAccess) {}

  /** Of all servers that answer, together. */
  async state(name: QueueName): Promise<QueueState> {
    const states = await this.access.ask(name, stateOf);
    return states.reduce((sum, state) => ({
      waiting: sum.waiting + state.waiting,
      active: sum.active + state.active,
      delayed: sum.delayed + state.delayed,
      failed: sum.failed + state.failed,
      paused: sum.paused || state.paused,
      oldestAddedAt: earlier(sum.oldestAddedAt, state.oldestAddedAt),
    }));
  }

  /** No consumer takes a job until it is resumed; those under way go on. */
  async pause(name: QueueName): Promise<void> {
    await this.access.order(name, (queue) => queue.pause());
  }

  async resume(name: QueueName): Promise<void> {
    await this.access.order(name, (queue) => queue.resume());
  }

  /** Removes all jobs that wait, delayed ones included; how many they were. */
  async drain(name: QueueName): Promise<number> {
    const removed = await this.access.order(name, async (queue) => {
      const waiting = await queue.getJobCountByTypes(...WAITING, 'delayed');
      await queue.drain(true);
      return waiting;
    });
    return sumOf(removed);
  }

  /** Lets failed jobs wait again; how many they were. */
  async retryFailed(name: QueueName): Promise<number> {
    const retried = await this.access.order(name, async (queue) => {
      const failed = await queue.getJobCountByTypes('failed');
      if (failed > 0) await queue.retryJobs({ state: 'failed' });
      return failed;
    });
    return sumOf(retried);
  }

  /** The queue itself, ready for use, on each server that answers: for a board that shows it. */
  async open(name: QueueName): Promise<Queue[]> {
    return this.access.ask(name, async (queue) => {
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

function earlier(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.min(one, other);
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}
