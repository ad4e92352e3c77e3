import { describe, expect, it } from '@jest/globals';
import { costOf } from './model-settings.js';

const prices = { priced: { input: 1, output: 4, cachedInput: 0.1, cacheWrite: 1.25 }, plain: { input: 1, output: 4 } };
const tokens = { inputTokens: 45_817, outputTokens: 919, cachedTokens: 41_230, cacheWriteTokens: 1_000 };

describe('the cost of a call', () => {
  it('prices tokens of the cache by their own prices', () => {
    expect(costOf(prices, ['priced'], tokens)).toBeCloseTo((3587 + 4123 + 1250 + 3676) / 1e6, 12);
  });

  it('prices them as input where they have none', () => {
    expect(costOf(prices, ['plain'], tokens)).toBeCloseTo((45_817 + 3676) / 1e6, 12);
  });

  it('is null without a price', () => {
    expect(costOf(prices, ['unknown'], tokens)).toBeNull();
  });
});
