import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { oddsOf, ODDS_WEIGHTS, type ClassEvidence, type OddsWeights } from './odds.js';
import { MOST_RELIABLE, observationWeight, reliabilityOf, verdictWeights } from './reliability.js';
import { temperedVotes } from './tempered-votes.js';

const logOdds = fc.double({ min: -6, max: 6, noNaN: true });
const evidence: fc.Arbitrary<ClassEvidence> = fc.record({
  texts: fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 }),
  models: fc.integer({ min: 1, max: 9 }),
  verdicts: logOdds,
  comparisons: logOdds,
});
const classes = fc.array(evidence, { minLength: 1, maxLength: 5 });
const weights: fc.Arbitrary<OddsWeights> = fc.record({
  repeated: fc.double({ min: 0, max: 1, noNaN: true }),
  related: fc.double({ min: 0, max: 1, noNaN: true }),
  unseen: fc.double({ min: 0, max: 3, noNaN: true }),
  votes: fc.double({ min: 0, max: 5, noNaN: true }),
  verdict: fc.double({ min: 0, max: 3, noNaN: true }),
  comparison: fc.double({ min: 0, max: 3, noNaN: true }),
  none: fc.double({ min: -5, max: 5, noNaN: true }),
});
const A_HAIR = 1e-9;

function gain(
  [first, ...others]: readonly ClassEvidence[],
  change: Partial<ClassEvidence>,
  own: OddsWeights,
  refusals: number,
): number {
  if (first === undefined) return 0;
  const after = oddsOf([{ ...first, ...change }, ...others], own, refusals).classes[0] ?? 0;
  return after - (oddsOf([first, ...others], own, refusals).classes[0] ?? 0);
}

describe('oddsOf', () => {
  it('gives probabilities that add up to 1, none of these included', () => {
    fc.assert(
      fc.property(classes, weights, fc.nat(9), (given, own, refusals) => {
        const odds = oddsOf(given, own, refusals);
        expect(odds.classes.reduce((sum, each) => sum + each, odds.none)).toBeCloseTo(1, 9);
        expect([...odds.classes, odds.none].every((each) => each >= 0 && each <= 1)).toBe(true);
      }),
    );
  });

  it('never lowers a class for one more vote, be it for a text that is there or a new one', () => {
    fc.assert(
      fc.property(classes, weights, fc.nat(9), (given, own, refusals) => {
        const texts = given[0]?.texts ?? [];
        const repeated = texts.map((votes, index) => (index === 0 ? votes + 1 : votes));
        expect(gain(given, { texts: repeated }, own, refusals)).toBeGreaterThanOrEqual(-A_HAIR);
        expect(gain(given, { texts: [...texts, 1] }, own, refusals)).toBeGreaterThanOrEqual(-A_HAIR);
        const models = (given[0]?.models ?? 0) + 1;
        expect(gain(given, { texts: repeated, models }, own, refusals)).toBeGreaterThanOrEqual(-A_HAIR);
      }),
    );
  });

  it('trusts agreement of models more than that of samples of one, which alone stays below 0.95', () => {
    const agreed = { texts: [4, 3, 3], verdicts: 0, comparisons: 0 };
    const [samples = 1, two = 0, ten = 0] = [1, 2, 10].map((models) => oddsOf([{ ...agreed, models }]).classes[0]);
    expect(samples).toBeLessThan(0.95);
    expect(two).toBeGreaterThan(samples + 0.02);
    expect(ten).toBeGreaterThan(two);
  });

  it('is surer of ten candidates that agree than of two', () => {
    const [two = 1, four = 1, ten = 0] = [2, 4, 10].map((count) => {
      const texts = Array.from({ length: count }, () => 1);
      return oddsOf([{ texts, models: count, verdicts: observationWeight(0.8), comparisons: 0 }]).classes[0];
    });
    expect(two).toBeLessThan(four);
    expect(four).toBeLessThan(ten);
  });

  it('never lowers a class for a better verdict or a comparison won', () => {
    fc.assert(
      fc.property(classes, weights, fc.double({ min: 0, max: 3, noNaN: true }), (given, own, more) => {
        const [first] = given;
        expect(gain(given, { verdicts: (first?.verdicts ?? 0) + more }, own, 0)).toBeGreaterThanOrEqual(-A_HAIR);
        expect(gain(given, { comparisons: (first?.comparisons ?? 0) + more }, own, 0)).toBeGreaterThanOrEqual(-A_HAIR);
      }),
    );
  });

  it('makes "none of these" likelier with each refusal', () => {
    fc.assert(
      fc.property(classes, fc.nat(9), (given, refusals) => {
        const [few, more] = [refusals, refusals + 1].map((count) => oddsOf(given, ODDS_WEIGHTS, count).none);
        expect(more).toBeGreaterThan(few ?? 1);
      }),
    );
  });

  it('believes a reliable judge against many votes, and an unreliable one not', () => {
    const [sure, weak] = [0.95, 0.55].map((reliability) => {
      const verdict = observationWeight(reliability);
      const many = { texts: [4, 3], models: 7, verdicts: -verdict, comparisons: 0 };
      const few = { texts: [2], models: 2, verdicts: verdict, comparisons: 0 };
      return oddsOf([many, few]).classes;
    });
    expect(sure?.[1]).toBeGreaterThan(sure?.[0] ?? 1);
    expect(weak?.[0]).toBeGreaterThan(weak?.[1] ?? 1);
  });

  it('gives all to none of these where there is no class', () => {
    expect(oddsOf([])).toEqual({ classes: [], none: 1 });
    expect(oddsOf([], ODDS_WEIGHTS, 3)).toEqual({ classes: [], none: 1 });
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

describe('the verdicts of a judge', () => {
  it('weigh as its reliability for one class, more if it fails the others, and less if it passes several', () => {
    const [one, others, several] = [
      [1, 0],
      [1, 4],
      [3, 0],
    ].map(([passed = 0, failed = 0]) => verdictWeights(0.8, passed, failed).pass);
    expect(one).toBeCloseTo(observationWeight(0.8), 9);
    expect(others).toBeGreaterThan(one ?? 0);
    expect(several).toBeLessThan(one ?? 0);
  });

  it('never lower a class for a PASS, nor raise one for a FAIL', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(50), fc.nat(50), (reliability, passed, failed) => {
        const { pass, fail } = verdictWeights(reliability, passed, failed);
        expect(pass).toBeGreaterThanOrEqual(0);
        expect(fail).toBeLessThanOrEqual(0);
      }),
    );
  });
});

describe('the reliability of a judge', () => {
  it('begins at 0.80 and 0.85, is learnt, and never passes 0.95', () => {
    expect(reliabilityOf('evaluator')).toBeCloseTo(0.8, 9);
    expect(reliabilityOf('sql-selector')).toBeCloseTo(0.85, 9);
    expect(reliabilityOf('evaluator', { right: 20, wrong: 0 })).toBeCloseTo(0.9, 9);
    expect(reliabilityOf('evaluator', { right: 0, wrong: 60 })).toBeLessThan(0.5);
    expect(reliabilityOf('evaluator', { right: 1e6, wrong: 0 })).toBe(MOST_RELIABLE);
  });

  it('weighs nothing for a judge that guesses, and nothing either for one that is mostly wrong', () => {
    expect(observationWeight(0.5)).toBe(0);
    expect(observationWeight(0.2)).toBe(0);
    expect(observationWeight(1)).toBe(observationWeight(MOST_RELIABLE));
  });
});
