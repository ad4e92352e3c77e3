import { describe, expect, it } from '@jest/globals';
import type { TaskJob } from '@assay/contracts';
import { Slots, type Messaging } from './messaging/index.js';
import { setImmediate as turn } from 'node:timers/promises';
import { LocalDelivery } from './local-delivery.js';
import { Publisher, type UnpublishedTask } from './publisher.js';

class FakeQueue {
  readonly published: TaskJob[] = [];
  draining = false;
  private readonly slots: Slots;

  constructor(
    concurrency: number,
    private readonly handle: (job: TaskJob) => Promise<void>,
  ) {
    this.slots = new Slots(concurrency);
  }

  readonly messaging = {
    publish: async (_queue: string, jobs: { payload: TaskJob }[]) => {
      this.published.push(...jobs.map(({ payload }) => payload));
    },
  } as unknown as Messaging;

  readonly worker: Parameters<LocalDelivery['join']>[1] = {
    tryRun: (work, onError) => !this.draining && this.slots.tryRun(work, onError),
  };

  deliver(payload: TaskJob): Promise<void> {
    return this.slots.run(() => this.handle(payload));
  }

  async drain(): Promise<void> {
    this.draining = true;
    await this.slots.idle();
  }
}

const unpublished = (id: string, more: Partial<UnpublishedTask> = {}): UnpublishedTask => ({
  id,
  delivery: 1,
  queue: 'generator',
  priority: 0,
  ...more,
});

function openDelivery(concurrency: number, { enabled = true, isOpen = true } = {}) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const errors: unknown[] = [];
  const handle = ({ task }: TaskJob): Promise<void> => {
    begun.push(task);
    return new Promise((resolve, reject) => ends.set(task, (error) => (error ? reject(error) : resolve())));
  };
  const queue = new FakeQueue(concurrency, handle);
  const local = new LocalDelivery({ enabled, isOpen: () => isOpen });
  const publisher = new Publisher(queue.messaging, local, () => undefined);
  local.join('generator', queue.worker, handle, (error) => void errors.push(error));
  return { queue, publisher, begun, ends, errors };
}

describe('delivery within a process', () => {
  it('takes what its own process publishes while it has room, and leaves the rest to others', async () => {
    const { queue, publisher, begun, ends } = openDelivery(2);
    await publisher.tasks(['a', 'b', 'c'].map((id) => unpublished(id)));
    expect(begun).toEqual(['a', 'b']);
    expect(queue.published).toEqual([{ task: 'c', delivery: 1 }]);
    ends.get('a')?.();
    await turn();
    await publisher.tasks([unpublished('d')]);
    expect(begun).toEqual(['a', 'b', 'd']);
  });

  it('leaves to the queue what is to wait, what was published in vain, and other queues', async () => {
    const { queue, publisher, begun } = openDelivery(4);
    await publisher.tasks([
      unpublished('a', { delayMs: 500 }),
      unpublished('b', { publishes: 1 }),
      unpublished('c', { queue: 'evaluator' }),
    ]);
    expect(begun).toEqual([]);
    expect(queue.published.map(({ task }) => task).sort()).toEqual(['a', 'b', 'c']);
  });

  it('leaves to a paused queue what is its', async () => {
    const { queue, publisher, begun } = openDelivery(4, { isOpen: false });
    await publisher.tasks([unpublished('a')]);
    expect(begun).toEqual([]);
    expect(queue.published).toEqual([{ task: 'a', delivery: 1 }]);
  });

  it('never has more under way than it may, whichever way the jobs came', async () => {
    const { queue, publisher, begun, ends } = openDelivery(1);
    await publisher.tasks([unpublished('a')]);
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
    const { queue, publisher, ends } = openDelivery(4);
    await publisher.tasks([unpublished('a')]);
    let drained = false;
    const draining = queue.drain().then(() => (drained = true));
    await publisher.tasks([unpublished('b')]);
    await turn();
    expect(drained).toBe(false);
    expect(queue.published.map(({ task }) => task)).toEqual(['b']);
    ends.get('a')?.();
    await draining;
  });

  it('reports a handler that throws, and continues', async () => {
    const { publisher, begun, ends, errors } = openDelivery(1);
    await publisher.tasks([unpublished('a')]);
    ends.get('a')?.(new Error('claims cannot be had'));
    await turn();
    expect(errors).toEqual([new Error('claims cannot be had')]);
    await publisher.tasks([unpublished('b')]);
    expect(begun).toEqual(['a', 'b']);
  });

  it('sends everything through the queue where local delivery is off', async () => {
    const { queue, publisher, begun } = openDelivery(4, { enabled: false });
    await publisher.tasks([unpublished('a')]);
    expect(begun).toEqual([]);
    expect(queue.published).toEqual([{ task: 'a', delivery: 1 }]);
  });
});
