import { afterEach, expect, it, jest } from '@jest/globals';
import { newId } from '@assay/contracts';
import type { Database } from '@assay/persistence';
import { AnswerWaiter } from './answer-waiter.js';

const never = (): AbortSignal => new AbortController().signal;
afterEach(() => {
  jest.useRealTimers();
});

it('reads at once what has ended before, of which no hint comes', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
  const task = newId();
  const row = { id: task, status: 'DONE', result: { rows: 1 }, error: null };
  const database = { query: async () => [row] } as unknown as Database;
  const waiter = new AnswerWaiter(database, { on: () => () => undefined }, (error) => {
    throw error;
  });
  expect(await waiter.recall(task, 60_000, never())).toEqual(row);
  waiter.stop();
});
