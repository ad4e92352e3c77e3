import { describe, expect, it } from '@jest/globals';
import { likelyDuplicates } from './likely-duplicates.js';

const test = (number: number, statement: string): { number: number; statement: string } => ({ number, statement });

describe('likelyDuplicates', () => {
  it('are tests in nearly the same words, the most alike first', () => {
    expect(
      likelyDuplicates([
        test(1, 'Each customer appears at most once in the result.'),
        test(2, 'Cancelled orders are left out of the total.'),
        test(3, 'The result lists each customer at most once.'),
        test(4, 'Cancelled orders are left out of the total amount.'),
        test(5, 'Ties for the first place are kept.'),
      ]),
    ).toEqual([
      { first: 2, second: 4 },
      { first: 1, second: 3 },
    ]);
  });

  it('are not more than a model can look at', () => {
    const same = Array.from({ length: 30 }, (_, index) => test(index + 1, 'Only paid orders count.'));
    expect(likelyDuplicates(same)).toHaveLength(20);
  });
});
