import type { TaskView } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { commonError } from './task-errors.js';

function dead(ordinal: number, code: string): TaskView {
  const place = { id: `t${ordinal}`, ordinal, payload: {}, result: null, straggler: false, duplicateOf: null };
  return { ...place, status: 'DEAD', error: { code, message: `${code} of task ${ordinal}` }, elapsedMs: 1 };
}

describe('commonError', () => {
  it('is the most frequent one, in the words of the first task that had it', () => {
    const tasks = [dead(3, 'MODEL_UNREACHABLE'), dead(1, 'TIMEOUT'), dead(2, 'MODEL_UNREACHABLE')];
    expect(commonError(tasks)).toEqual({ code: 'MODEL_UNREACHABLE', message: 'MODEL_UNREACHABLE of task 2' });
  });

  it('says so where nothing died', () => {
    expect(commonError([{ ...dead(1, 'X'), status: 'CANCELLED', error: null }]).code).toBe('TASKS_CANCELLED');
  });
});
