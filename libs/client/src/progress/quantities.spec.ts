import { describe, expect, it } from '@jest/globals';
import { count, formatCost, formatDuration, formatNumber, formatPercent, formatSpending } from './quantities.js';

describe('quantities', () => {
  it.each([
    [-5, '0.0 s'],
    [420, '0.4 s'],
    [59_949, '59.9 s'],
    [59_960, '1 min 00 s'],
    [125_000, '2 min 05 s'],
  ])('writes %d ms as %s', (milliseconds, text) => expect(formatDuration(milliseconds)).toBe(text));

  it.each([
    [0, '$0'],
    [12.345, '$12.35'],
    [0.5, '$0.50'],
    [0.0123, '$0.012'],
    [0.000_045, '$0.000045'],
  ])('writes %d dollars as %s', (usd, text) => expect(formatCost(usd)).toBe(text));

  it('says what is not known of a price', () => {
    expect(formatSpending({ costUsd: 0.5, calls: 3, unpricedCalls: 0 })).toBe('$0.50');
    expect(formatSpending({ costUsd: 0.5, calls: 3, unpricedCalls: 1 })).toBe('at least $0.50');
    expect(formatSpending({ costUsd: 0, calls: 3, unpricedCalls: 3 })).toBe('price not known');
  });

  it('writes counts and rates', () => {
    expect(formatNumber(1_234_567)).toBe('1,234,567');
    expect(formatPercent(100)).toBe('100 %');
    expect(formatPercent(91.666)).toBe('91.7 %');
    expect([count(1, 'row'), count(0, 'row'), count(1200, 'row')]).toEqual(['1 row', '0 rows', '1,200 rows']);
  });
});
