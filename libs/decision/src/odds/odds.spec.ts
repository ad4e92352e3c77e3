import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { oddsOf, ODDS_WEIGHTS, type ClassEvidence, type OddsWeights } from './odds.js';
import { MOST_RELIABLE, observationWeight, reliabilityOf } from './reliability.js';
import { temperedVotes } from './tempered-votes.js';

const evidence: fc.Arbitrary<ClassEvidence> = fc.record({
  texts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  verdict: fc.constantFrom('PASS', 'FAIL', null),
  won: fc.nat(3),
  lost: fc.nat(3),
});
const classes = fc.array(evidence, { minLength: 1, maxLength: 5 });
const reliabilities = fc.record({
  evaluator: fc.double({ min: 0, max: 1, noNaN: true }),
  selector: fc.double({ min: 0, max: 1, noNaN: true }),
});
const weights: fc.Arbitrary<OddsWeights> = fc.record({
  repeated: fc.double({ min: 0, max: 1, noNaN: true }),
  votes: fc.double({ min: 0, max: 5, noNaN: true }),
  verdict: fc.double({ min: 0, max: 3, noNaN: true }),
  comparison: fc.double({ min: 0, max: 3, noNaN: true }),
  none: fc.double({ min: -5, max: 5, noNaN: true }),
});
const A_HAIR = 1e-9;

/** What the first class has after its evidence was changed, less what it had. */
function gain(
  [first, ...others]: readonly ClassEvidence[],
  change: Partial<ClassEvidence>,
  given: [{ evaluator: number; selector: number }, OddsWeights],
): number {
  if (first === undefined) return 0;
  const after = oddsOf([{ ...first, ...change }, ...others], ...given).classes[0] ?? 0;
  return after - (oddsOf([first, ...others], ...given).classes[0] ?? 0);
}

describe('oddsOf', () => {
  it('gives probabilities that add up to 1, none of these included', () => {
    fc.assert(
      fc.property(classes, reliabilities, weights, fc.nat(2), (given, judges, own, climbed) => {
        const odds = oddsOf(given, judges, own, climbed);
        expect(odds.classes.reduce((sum, each) => sum + each, odds.none)).toBeCloseTo(1, 9);
        expect([...odds.classes, odds.none].every((each) => each >= 0 && each <= 1)).toBe(true);
      }),
    );
  });

  it('never lowers a class for one more vote, be it for a text that is there or a new one', () => {
    fc.assert(
      fc.property(classes, reliabilities, weights, (given, judges, own) => {
        const texts = given[0]?.texts ?? [];
        const repeated = texts.map((votes, index) => (index === 0 ? votes + 1 : votes));
        expect(gain(given, { texts: repeated }, [judges, own])).toBeGreaterThanOrEqual(-A_HAIR);
        expect(gain(given, { texts: [...texts, 1] }, [judges, own])).toBeGreaterThanOrEqual(-A_HAIR);
      }),
    );
  });

  it('never lowers a class for a better verdict or a comparison won', () => {
    fc.assert(
      fc.property(classes, reliabilities, weights, (given, judges, own) => {
        const failed = given.map((each, index) => (index === 0 ? { ...each, verdict: 'FAIL' as const } : each));
        expect(gain(failed, { verdict: null }, [judges, own])).toBeGreaterThanOrEqual(-A_HAIR);
        expect(gain(failed, { verdict: 'PASS' }, [judges, own])).toBeGreaterThanOrEqual(-A_HAIR);
        expect(gain(given, { won: (given[0]?.won ?? 0) + 1 }, [judges, own])).toBeGreaterThanOrEqual(-A_HAIR);
      }),
    );
  });

  it('never raises a class with the levels that were climbed', () => {
    fc.assert(
      fc.property(classes, reliabilities, weights, (given, judges, own) => {
        const [basic, expert] = [0, 2].map((climbed) => oddsOf(given, judges, own, climbed).classes[0] ?? 0);
        expect(expert).toBeLessThanOrEqual((basic ?? 0) + A_HAIR);
      }),
    );
  });

  it('believes a reliable judge against many votes, and an unreliable one not', () => {
    const many = { texts: [4, 3], verdict: 'FAIL', won: 0, lost: 0 } as const;
    const few = { texts: [2], verdict: 'PASS', won: 0, lost: 0 } as const;
    const [sure, weak] = [0.95, 0.55].map((evaluator) => oddsOf([many, few], { evaluator, selector: 0.7 }).classes);
    expect(sure?.[1]).toBeGreaterThan(sure?.[0] ?? 1);
    expect(weak?.[0]).toBeGreaterThan(weak?.[1] ?? 1);
  });

  it('gives all to none of these where there is no class', () => {
    expect(oddsOf([], { evaluator: 0.7, selector: 0.7 })).toEqual({ classes: [], none: 1 });
  });
});

describe('temperedVotes', () => {
  it('counts a text once and each repetition a part', () => {
    expect(temperedVotes([3, 1], 0.5)).toBe(3);
    expect(temperedVotes([4], 0)).toBe(1);
    expect(temperedVotes([4, 2], 1)).toBe(6);
    expect(temperedVotes([], ODDS_WEIGHTS.repeated)).toBe(0);
  });
});

describe('the reliability of a judge', () => {
  it('begins at 0.70, is learnt, and never passes 0.95', () => {
    expect(reliabilityOf()).toBeCloseTo(0.7, 9);
    expect(reliabilityOf({ right: 20, wrong: 0 })).toBeCloseTo(0.85, 9);
    expect(reliabilityOf({ right: 0, wrong: 60 })).toBeLessThan(0.5);
    expect(reliabilityOf({ right: 1e6, wrong: 0 })).toBe(MOST_RELIABLE);
  });

  it('weighs nothing for a judge that guesses, and nothing either for one that is mostly wrong', () => {
    expect(observationWeight(0.5)).toBe(0);
    expect(observationWeight(0.2)).toBe(0);
    expect(observationWeight(1)).toBe(observationWeight(MOST_RELIABLE));
  });
});
