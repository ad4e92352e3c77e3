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
  ] as const)('of %j is %j', (givenVerdict, verdict) => {
    expect(verdictOf(givenVerdict)).toEqual(verdict);
  });

  const alternatives = [
    { id: 'one', meaning: 'One is enough.' },
    { id: 'all', meaning: 'All of them.' },
  ];
  it.each([
    ['OK', 'all', { verdict: 'PASS', alternative: 'all' }],
    ['KO', '`One`', { verdict: 'PASS', alternative: 'one' }],
    ['OK', 'all of them', { verdict: 'PASS', alternative: 'all' }],
    ['OK', 'some', { verdict: 'FAIL' }],
    ['OK', '', { verdict: 'FAIL' }],
    ['OK', undefined, { verdict: 'FAIL' }],
  ] as const)('on a reading test, where it was %s with %j, is %j', (givenVerdict, alternative, verdict) => {
    const given = { verdict: givenVerdict, reason: 'by its text', ...(alternative !== undefined && { alternative }) };
    expect(verdictOf(given, { alternatives })).toEqual({ ...verdict, reason: 'by its text' });
  });
});
