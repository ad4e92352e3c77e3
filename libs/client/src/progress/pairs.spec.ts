import { describe, expect, it } from '@jest/globals';
import { describePair, pairsOf } from './pairs.js';

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

  it('are won only by whom both orders prefer, and surely enough', () => {
    const reported = (...orders: ReturnType<typeof comparison>[]): string[] =>
      pairsOf(orders).map((pair) => describePair(pair, (id) => `SQL ${id}`, 0.7));
    expect(reported(comparison('a', 'a', 0.8), comparison('b', 'a', 0.7))).toEqual(['SQL a is better']);
    expect(reported(comparison('a', 'a', 0.7), comparison('b', 'a', 0.6))).toEqual(['a tie: 65 % is not sure enough']);
    expect(reported(comparison('a', 'a', 0.9), comparison('b', 'b', 0.9))).toEqual(['a tie: the orders do not agree']);
    expect(reported(comparison('a', 'a', 0.9))).toEqual(['one order only']);
  });
});
