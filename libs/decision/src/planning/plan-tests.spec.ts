import { describe, expect, it } from '@jest/globals';
import { planTests } from './plan-tests.js';

const temperaturesOf = (batches: number): number[] => planTests(batches, 'final').map(({ temperature }) => temperature);

describe('planTests', () => {
  it('spreads the batches evenly from 0.5 to 1.0', () => {
    expect(temperaturesOf(5)).toEqual([0.5, 0.625, 0.75, 0.875, 1]);
    expect(temperaturesOf(2)).toEqual([0.5, 1]);
  });

  it('gives all batches of weighed verdicts one temperature, so that one call can write them', () => {
    expect(planTests(3, 'weighed')).toEqual(Array.from({ length: 3 }, () => ({ temperature: 0.75, alike: 3 })));
    expect(planTests(1, 'weighed')).toEqual([{ temperature: 0.5 }]);
  });

  it('gives a single batch 0.5', () => {
    expect(temperaturesOf(1)).toEqual([0.5]);
  });
});
