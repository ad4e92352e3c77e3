import { describe, expect, it } from '@jest/globals';
import { retryWhile } from './retry-while.js';

const passing = { mayPass: () => true, forMs: 60_000, everyMs: 1 };

function failing(times: number): { attempt: () => Promise<number>; calls: () => number } {
  let calls = 0;
  const attempt = async (): Promise<number> => {
    calls += 1;
    if (calls <= times) throw new Error(`failure ${calls}`);
    return calls;
  };
  return { attempt, calls: () => calls };
}

describe('retryWhile', () => {
  it('repeats an attempt until it succeeds, and reports each failure before its pause', async () => {
    const reported: unknown[] = [];
    const { attempt } = failing(2);
    expect(await retryWhile(attempt, { ...passing, onRetry: (error) => reported.push(error) })).toBe(3);
    expect(reported).toEqual([new Error('failure 1'), new Error('failure 2')]);
  });

  it('throws at once what may not pass', async () => {
    const { attempt, calls } = failing(5);
    const mayPass = (error: unknown): boolean => (error as Error).message === 'failure 1';
    await expect(retryWhile(attempt, { ...passing, mayPass })).rejects.toThrow('failure 2');
    expect(calls()).toBe(2);
  });

  it('throws the last error when its time is up', async () => {
    await expect(retryWhile(failing(5).attempt, { ...passing, forMs: -1 })).rejects.toThrow('failure 1');
  });
});
