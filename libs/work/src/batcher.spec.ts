import { describe, expect, it } from '@jest/globals';
import { InfrastructureError } from '@assay/contracts';
import { Batcher } from './batcher.js';

describe('Batcher', () => {
  it('tries a group that fails again one by one, so that only the bad item fails', async () => {
    const batcher = new Batcher<number, number>(async (items) => {
      if (items.includes(2)) throw new Error('two is bad');
      return items.map((item) => item * 10);
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'failed'))).toEqual([
      10,
      'failed',
      30,
    ]);
  });

  it('fails a group at once when the other side is unreachable, instead of waiting for it once per item', async () => {
    let flushes = 0;
    const batcher = new Batcher<number, number>(async () => {
      flushes += 1;
      throw new InfrastructureError('RECORD_UNAVAILABLE', 'away');
    });
    const results = await Promise.allSettled([1, 2, 3].map((item) => batcher.add(item)));
    expect(results.every((result) => result.status === 'rejected')).toBe(true);
    expect(flushes).toBe(1);
  });
});
