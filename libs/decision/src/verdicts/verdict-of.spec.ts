import { describe, expect, it } from '@jest/globals';
import { verdictOf } from './verdict-of.js';

describe('a verdict', () => {
  it.each([
    [
      { verdict: 'OK', reason: 'it counts' },
      { verdict: 'PASS', reason: 'it counts' },
    ],
    [
      { verdict: 'KO', reason: 'it sums' },
      { verdict: 'FAIL', reason: 'it sums' },
    ],
    [undefined, { verdict: 'FAIL', reason: 'not evaluated' }],
  ] as const)('of %j is %j', (said, verdict) => {
    expect(verdictOf(said)).toEqual(verdict);
  });
});
