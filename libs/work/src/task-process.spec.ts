import { expect, it } from '@jest/globals';
import type { Database } from '@assay/persistence';
import { ClaimLost, TaskProcess } from './task-process.js';

it('aborts the handler of an older claim when it holds the task again', () => {
  const process = new TaskProcess({} as Database, 'spec', () => undefined);
  const older = process.hold('task', 'first');
  const newer = process.hold('task', 'second');
  expect(older.signal.reason).toBeInstanceOf(ClaimLost);
  process.release('task', 'first');
  expect([newer.signal.aborted, process.heldTasks()]).toEqual([false, 1]);
});
