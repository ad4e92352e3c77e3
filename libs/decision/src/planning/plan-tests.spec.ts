import { describe, expect, it } from '@jest/globals';
import { planTests } from './plan-tests.js';

const temperaturesOf = (batches: number): number[] => planTests(batches).map(({ temperature }) => temperature);

describe('planTests', () => {
  it('spreads the batches evenly from 0.5 to 1.0', () => {
    expect(temperaturesOf(5)).toEqual([0.5, 0.625, 0.75, 0.875, 1]);
    expect(temperaturesOf(2)).toEqual([0.5, 1]);
  });

  it('gives a single batch 0.5', () => {
    expect(temperaturesOf(1)).toEqual([0.5]);
  });
});
