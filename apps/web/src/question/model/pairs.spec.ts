import { describe, expect, it } from '@jest/globals';
import { pairsOf } from './pairs.js';

const comparison = (shownFirst: string, winner: string | null, confidence: number) => ({
  a: 'a',
  b: 'b',
  shownFirst,
  winner,
  confidence,
  reasoning: '',
});

describe('pairs', () => {
  it('agree where both orders prefer the same', () => {
    expect(pairsOf([comparison('a', 'a', 0.8), comparison('b', 'a', 0.6)])).toMatchObject([
      { a: 'a', b: 'b', agreed: 'a', meanConfidence: 0.7 },
    ]);
  });

  it('do not agree where each order prefers what it was shown first', () => {
    expect(pairsOf([comparison('a', 'a', 0.9), comparison('b', 'b', 0.9)])).toMatchObject([{ agreed: null }]);
  });
});
