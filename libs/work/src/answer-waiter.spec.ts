import { afterEach, expect, it, jest } from '@jest/globals';
import { newId } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { AnswerWaiter } from './answer-waiter.js';

const never = (): AbortSignal => new AbortController().signal;
const unread = {
  query: () => {
    throw new Error('nothing is to be read');
  },
} as unknown as Database;
const nothingOpen = { has: () => false, abandon: () => undefined };

afterEach(() => {
  jest.useRealTimers();
});

it('is told what this process has written, as it is stored, and reads nothing', async () => {
  const waiter = new AnswerWaiter(
    unread,
    { on: () => () => undefined },
    { has: () => false, abandon: () => undefined },
    (error) => {
      throw error;
    },
  );
  const [task, other] = [newId(), newId()];
  const waits = [waiter.wait(task, 60_000, never()), waiter.wait(task, 60_000, never())];
  const open = waiter.wait(other, 60_000, never());
  waiter.tell(newId(), undefined);
  waiter.tell(task, { longer: undefined, at: new Date(0), ab: 1, a: null });
  for (const answer of await Promise.all(waits)) {
    expect(answer).toEqual({
      id: task,
      status: 'DONE',
      result: { a: null, ab: 1, at: new Date(0).toISOString() },
      error: null,
    });
    expect(Object.keys(answer.result as object)).toEqual(['a', 'ab', 'at']);
  }
  waiter.stop();
  await expect(open).rejects.toThrow('stopping');
});

it('reads at once what has ended before, of which no hint comes', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  const task = newId();
  const row = { id: task, status: 'DONE', result: { rows: 1 }, error: null };
  const database = { query: async () => [row] } as unknown as Database;
  const waiter = new AnswerWaiter(database, { on: () => () => undefined }, nothingOpen, (error) => {
    throw error;
  });
  expect(await waiter.recall(task, 60_000, never())).toEqual(row);
  waiter.stop();
});
