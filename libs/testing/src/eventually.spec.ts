import { describe, expect, it } from '@jest/globals';
import { eventually, nextDelayMs } from './eventually.js';

describe('what comes eventually', () => {
  it('is the first value that is not false or undefined', async () => {
    const looks = [undefined, false, 0, 7] as const;
    let look = 0;
    expect(await eventually<number>(() => looks[look++])).toBe(0);
  });

  it('is an error where it never comes', async () => {
    await expect(eventually(() => false, 0)).rejects.toThrow('did not happen');
  });

  it('is looked for often at first, and less often the longer it takes', () => {
    expect([0, 150, 500, 1500, 60_000].map((waited) => nextDelayMs(waited))).toEqual([20, 20, 50, 100, 100]);
  });
});
