import { describe, expect, it } from '@jest/globals';
import type { TaskJob } from '@assay/contracts';
import type { Messaging, ReceivedJob } from '@assay/messaging';
import { setImmediate as turn } from 'node:timers/promises';
import { JobTaker } from './job-taker.js';
import { LocalDelivery } from './local-delivery.js';
import { Publisher, type OwedTask } from './publisher.js';

/** A queue in memory that hands out nothing by itself. */
class FakeQueue {
  readonly published: TaskJob[] = [];
  private handler: ((job: ReceivedJob<'generator'>) => Promise<unknown>) | null = null;

  readonly messaging = {
    publish: async (_queue: string, jobs: { payload: TaskJob }[]) => {
      this.published.push(...jobs.map(({ payload }) => payload));
    },
    consume: (_queue: string, handler: (job: ReceivedJob<'generator'>) => Promise<unknown>) => {
      this.handler = handler;
      return { drain: async () => undefined };
    },
  } as unknown as Messaging;

  deliver(payload: TaskJob): Promise<unknown> | undefined {
    return this.handler?.({ name: 'generator', id: payload.task, addedAt: 0, traceparent: null, payload });
  }
}

const owed = (id: string, more: Partial<OwedTask> = {}): OwedTask => ({
  id,
  delivery: 1,
  queue: 'generator',
  priority: 0,
  ...more,
});

function openTaker(concurrency: number, { enabled = true, isOpen = true } = {}) {
  const queue = new FakeQueue();
  const local = new LocalDelivery(enabled, () => isOpen);
  const publisher = new Publisher(queue.messaging, local, () => undefined);
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const errors: unknown[] = [];
  const handle = ({ task }: TaskJob): Promise<void> => {
    begun.push(task);
    return new Promise((resolve, reject) => ends.set(task, (error) => (error ? reject(error) : resolve())));
  };
  const taker = new JobTaker({ messaging: queue.messaging, local }, 'generator', handle, {
    concurrency,
    onError: (error) => void errors.push(error),
  });
  taker.start();
  return { queue, publisher, taker, begun, ends, errors };
}

describe('a job taker', () => {
  it('takes what its own process publishes while it has room, and leaves the rest to the queue', async () => {
    const { queue, publisher, begun, ends } = openTaker(2);
    await publisher.tasks(['a', 'b', 'c'].map((id) => owed(id)));
    expect(begun).toEqual(['a', 'b']);
    expect(queue.published).toEqual([{ task: 'c', delivery: 1 }]);
    ends.get('a')?.();
    await turn();
    await publisher.tasks([owed('d')]);
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('leaves to the queue what is to wait, what was published in vain, and other queues', async () => {
    const { queue, publisher, begun } = openTaker(4);
    await publisher.tasks([
      owed('a', { delayMs: 500 }),
      owed('b', { publishes: 1 }),
      owed('c', { queue: 'evaluator' }),
    ]);
    expect(begun).toEqual([]);
    expect(queue.published.map(({ task }) => task).sort()).toEqual(['a', 'b', 'c']);
  });

  it('leaves to a paused queue what is its', async () => {
    const { queue, publisher, begun } = openTaker(4, { isOpen: false });
    await publisher.tasks([owed('a')]);
    expect(begun).toEqual([]);
    expect(queue.published).toEqual([{ task: 'a', delivery: 1 }]);
  });

  it('never has more under way than it may, whichever way the jobs came', async () => {
    const { queue, publisher, begun, ends } = openTaker(1);
    await publisher.tasks([owed('a')]);
    const fromQueue = queue.deliver({ task: 'b', delivery: 1 });
    await turn();
    expect(begun).toEqual(['a']);
    ends.get('a')?.();
    await turn();
    expect(begun).toEqual(['a', 'b']);
    ends.get('b')?.();
    await fromQueue;
  });

  it('waits for what is under way when it drains, and takes nothing new', async () => {
    const { queue, publisher, taker, ends } = openTaker(4);
    await publisher.tasks([owed('a')]);
    let drained = false;
    const draining = taker.drain().then(() => (drained = true));
    await publisher.tasks([owed('b')]);
    await turn();
    expect(drained).toBe(false);
    expect(queue.published.map(({ task }) => task)).toEqual(['b']);
    ends.get('a')?.();
    await draining;
  });

  it('tells of a handler that throws, and goes on', async () => {
    const { publisher, begun, ends, errors } = openTaker(1);
    await publisher.tasks([owed('a')]);
    ends.get('a')?.(new Error('claims cannot be had'));
    await turn();
    expect(errors).toEqual([new Error('claims cannot be had')]);
    await publisher.tasks([owed('b')]);
    expect(begun).toEqual(['a', 'b']);
  });

  it('sends everything through the queue where local delivery is off', async () => {
    const { queue, publisher, begun } = openTaker(4, { enabled: false });
    await publisher.tasks([owed('a')]);
    expect(begun).toEqual([]);
    expect(queue.published).toEqual([{ task: 'a', delivery: 1 }]);
  });
});
