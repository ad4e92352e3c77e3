import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { decideOutcome, type OutcomeFacts } from '../outcome/decide-outcome.js';
import { afterComparison, openPairs } from './open-pairs.js';

const SETTINGS = { allowSilver: true, goldConfidence: 0.6, silverConfidence: 1 / 3 };
const WEIGHT = Math.log(0.85 / 0.15);

function factsOf(classes: readonly { probability: number; passes: boolean }[]): OutcomeFacts {
  const none = Math.max(0, 1 - classes.reduce((sum, { probability }) => sum + probability, 0));
  return {
    endedBy: null,
    isRefused: false,
    classes: classes.map((own) => ({ ...own, hasPassed: own.passes, isBarred: false, isUntested: false })),
    none,
    isLimited: false,
  };
}

const passing = (...probabilities: number[]): OutcomeFacts =>
  factsOf(probabilities.map((probability) => ({ probability, passes: true })));
const open = (facts: OutcomeFacts): [number, number][] => openPairs(facts, SETTINGS, () => true, WEIGHT);
const outcomeOf = (facts: OutcomeFacts): unknown[] => {
  const outcome = decideOutcome(facts, SETTINGS);
  return [outcome.status, 'index' in outcome ? outcome.index : null];
};

describe('the pairs that are compared', () => {
  it('are the likeliest class with each that one comparison can put in its place, or make GOLD', () => {
    expect(open(passing(0.5, 0.4, 0.05))).toEqual([
      [0, 1],
      [0, 2],
    ]);
    expect(open(passing(0.3, 0.35, 0.3))).toEqual([
      [1, 0],
      [1, 2],
    ]);
    expect(open(passing(0.9, 0.05))).toEqual([]);
    expect(open(passing(0.9))).toEqual([]);
  });

  it('have the failing class that the likeliest passing one may overtake', () => {
    const facts = factsOf([
      { probability: 0.5, passes: false },
      { probability: 0.4, passes: true },
    ]);
    expect(open(facts)).toEqual([[1, 0]]);
  });

  it('are none where a failing class answers whatever they say', () => {
    expect(
      open(
        factsOf([
          { probability: 0.8, passes: false },
          { probability: 0.05, passes: true },
          { probability: 0.05, passes: true },
        ]),
      ),
    ).toEqual([]);
  });

  it('can each change the choice by itself', () => {
    const classes = fc
      .array(fc.record({ probability: fc.double({ min: 0.001, max: 1, noNaN: true }), passes: fc.boolean() }), {
        minLength: 1,
        maxLength: 6,
      })
      .map((all) => {
        const total = all.reduce((sum, { probability }) => sum + probability, 0.1);
        return all.map((own) => ({ ...own, probability: own.probability / total }));
      });
    let pairs = 0;
    fc.assert(
      fc.property(classes, (given) => {
        const facts = factsOf(given);
        for (const [leader, rival] of open(facts)) {
          pairs += 1;
          const outcomes = [
            afterComparison(facts, leader, rival, WEIGHT),
            afterComparison(facts, rival, leader, WEIGHT),
          ].map(outcomeOf);
          expect(outcomes).not.toEqual([outcomeOf(facts), outcomeOf(facts)]);
        }
      }),
    );
    expect(pairs).toBeGreaterThan(0);
  });
});
