import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Finalist } from './finalists.js';
import { inBothOrders, pairsOfAll } from './pairing.js';
import { selectByComparison } from './select-winner.js';
import { playTournament, type Comparison } from './tournament.js';

const finalist = (candidate: string, clusterSize = 1, complexity = 1, coin = 0.5): Finalist => ({
  candidate,
  clusterSize,
  frequency: 1,
  complexity,
  coin,
});

/** 'a>b' or 'a=b' in both orders, with confidences. */
function compared(pair: string, forth = 0.9, back = forth): Comparison[] {
  const [first = '', second = ''] = pair.split(/[>=]/u);
  const winner = pair.includes('>') ? first : null;
  return [
    { first, second, winner, confidence: forth },
    { first: second, second: first, winner, confidence: back },
  ];
}

describe('all pairs in both orders', () => {
  it('makes 12 comparisons of 4 finalists, each ordered pair once', () => {
    const pairs = inBothOrders(pairsOfAll(['a', 'b', 'c', 'd']));
    expect(pairs).toHaveLength(12);
    expect(new Set(pairs.map(({ first, second }) => first + second)).size).toBe(12);
  });
});

describe('playTournament', () => {
  const leaders = (finalists: string[], comparisons: Comparison[]): string[] =>
    playTournament(finalists, comparisons, 0.6).leaders;

  it('counts a pair as won where both orders agree confidently', () => {
    const { wins, pairs } = playTournament(['a', 'b'], compared('a>b', 0.5, 0.7), 0.6);
    expect(Object.fromEntries(wins)).toEqual({ a: 1, b: 0 });
    expect(pairs).toEqual([{ left: 'a', right: 'b', winner: 'a', confidence: 0.6 }]);
  });

  it('takes a mean confidence below the threshold for a tie', () => {
    expect(leaders(['a', 'b'], compared('a>b', 0.5, 0.69))).toEqual(['a', 'b']);
  });

  it('takes a disagreement for a tie: the judge likes a position', () => {
    const disagreement = [
      { first: 'a', second: 'b', winner: 'a', confidence: 1 },
      { first: 'b', second: 'a', winner: 'b', confidence: 1 },
    ];
    expect(leaders(['a', 'b'], disagreement)).toEqual(['a', 'b']);
  });

  it('takes a pair of which one order was not answered for a tie', () => {
    expect(leaders(['a', 'b'], compared('a>b').slice(0, 1))).toEqual(['a', 'b']);
  });

  it('takes a cycle for a tie, also where one of it has won again than the others', () => {
    const cycle = [...compared('a>b'), ...compared('b>c'), ...compared('c>a')];
    expect(leaders(['a', 'b', 'c'], cycle)).toEqual(['a', 'b', 'c']);
    expect(leaders(['a', 'b', 'c', 'd'], [...cycle, ...compared('a>d')])).toEqual(['a', 'b', 'c']);
  });

  it('is led by the highest score alone where there is no cycle', () => {
    expect(leaders(['a', 'b', 'c'], [...compared('b>a'), ...compared('b>c'), ...compared('a>c')])).toEqual(['b']);
  });
});

describe('selectByComparison', () => {
  const small = finalist('small', 1, 5);
  const large = finalist('large', 3, 9);

  it('trusts a confident judge against the vote', () => {
    const selected = selectByComparison([large, small], compared('small>large'), 0.6);
    expect(selected).toMatchObject({ winner: 'small', selection: { by: 'judge' } });
    expect(selected.selection.finalists).toEqual([
      { candidate: 'large', clusterSize: 3, frequency: 1, complexity: 9, wins: 0 },
      { candidate: 'small', clusterSize: 1, frequency: 1, complexity: 5, wins: 1 },
    ]);
  });

  it.each<[string, Finalist[], string]>([
    ['cluster', [finalist('x', 1, 1), finalist('winner', 2, 9)], 'the larger cluster'],
    ['simplest', [finalist('x', 2, 9), finalist('winner', 2, 1)], 'the simpler SQL'],
    ['coin', [finalist('x', 2, 1, 0.9), finalist('winner', 2, 1, 0.1)], 'the seeded coin'],
  ])('by %s where the judge leaves a tie', (by, finalists) => {
    expect(selectByComparison(finalists, compared('x=winner'), 0.6)).toMatchObject({
      winner: 'winner',
      selection: { by },
    });
  });

  it('lets the vote decide only among those whom the judge could not part', () => {
    const finalists = [finalist('popular', 9), finalist('a', 1, 2), finalist('b', 1, 1)];
    const comparisons = [...compared('a>popular'), ...compared('b>popular'), ...compared('a=b')];
    expect(selectByComparison(finalists, comparisons, 0.6)).toMatchObject({
      winner: 'b',
      selection: { by: 'simplest' },
    });
  });

  it('chooses one of the finalists, the same one in whatever order answers come', () => {
    const names = ['a', 'b', 'c', 'd'];
    const comparison = fc.record({
      winner: fc.constantFrom(0, 1, null),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      answered: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(comparison, { minLength: 12, maxLength: 12 }), fc.nat(), (given, turn) => {
        const comparisons = inBothOrders(pairsOfAll(names)).flatMap(({ first, second }, index): Comparison[] => {
          const { winner, confidence, answered } = given[index] ?? { winner: null, confidence: 0, answered: false };
          return answered
            ? [{ first, second, winner: winner === null ? null : winner === 0 ? first : second, confidence }]
            : [];
        });
        const finalists = names.map((name, index) => finalist(name, (index * 7) % 3, index % 2, index / 4));
        const { winner } = selectByComparison(finalists, comparisons, 0.6);
        expect(names).toContain(winner);
        const cut = turn % Math.max(1, comparisons.length);
        const turned = [...comparisons.slice(cut), ...comparisons.slice(0, cut)];
        expect(selectByComparison([...finalists].reverse(), turned, 0.6).winner).toBe(winner);
      }),
    );
  });

  it('refuses an empty list', () => {
    expect(() => selectByComparison([], [], 0.6)).toThrow(RangeError);
  });
});
