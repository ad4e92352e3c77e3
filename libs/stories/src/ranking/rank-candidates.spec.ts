import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { rankCandidates, type GivenScore } from './rank-candidates.js';

const rules = { labels: ['one', 'two', 'three'], minEvaluators: 1, minimumScore: null };
const given = (label: string, scores: Record<string, number>): GivenScore[] =>
  Object.entries(scores).map(([evaluator, score]) => ({ evaluator, label, score }));

describe('the ranking of candidates', () => {
  it('puts the best mean first and chooses it', () => {
    const ranked = rankCandidates(
      [
        ...given('one', { anna: 60, bert: 70 }),
        ...given('two', { anna: 90, bert: 80 }),
        ...given('three', { anna: 10 }),
      ],
      rules,
    );
    expect(ranked.ranking).toEqual([
      { label: 'two', score: 85, spread: 10, approved: true, evaluators: 2 },
      { label: 'one', score: 65, spread: 10, approved: true, evaluators: 2 },
      { label: 'three', score: 10, spread: 0, approved: true, evaluators: 1 },
    ]);
    expect(ranked.choice).toBe('two');
  });

  it('breaks ties by the lower spread, then by the order of the candidates', () => {
    const ranked = rankCandidates(
      [
        ...given('one', { anna: 40, bert: 80 }),
        ...given('two', { anna: 65, bert: 55 }),
        ...given('three', { anna: 55, bert: 65 }),
      ],
      rules,
    );
    expect(ranked.ranking.map(({ label }) => label)).toEqual(['two', 'three', 'one']);
  });

  it('takes the mean of an evaluator with several evaluations as its one voice', () => {
    const ranked = rankCandidates(
      [
        { evaluator: 'anna', label: 'one', score: 100 },
        { evaluator: 'anna', label: 'one', score: 80 },
        { evaluator: 'bert', label: 'one', score: 10 },
      ],
      rules,
    );
    expect(ranked.ranking).toEqual([{ label: 'one', score: 50, spread: 80, approved: true, evaluators: 2 }]);
  });

  it('does not rank candidates with too few scores', () => {
    const ranked = rankCandidates([...given('one', { anna: 100 }), ...given('two', { anna: 20, bert: 30 })], {
      ...rules,
      minEvaluators: 2,
    });
    expect(ranked.ranking.map(({ label }) => label)).toEqual(['two']);
    expect(ranked.choice).toBe('two');
    expect(ranked.unranked).toEqual([
      { label: 'one', evaluators: 1 },
      { label: 'three', evaluators: 0 },
    ]);
  });

  it('counts one evaluator once, however often it evaluated', () => {
    const twice: GivenScore[] = [1, 2].map(() => ({ evaluator: 'anna', label: 'one', score: 50 }));
    expect(rankCandidates(twice, { ...rules, minEvaluators: 2 }).ranking).toEqual([]);
  });

  it('approves at and above the minimum score, and chooses none below it', () => {
    const scores = [...given('one', { anna: 70 }), ...given('two', { anna: 69.9 })];
    const ranked = rankCandidates(scores, { ...rules, minimumScore: 70 });
    expect(ranked.ranking.map(({ approved }) => approved)).toEqual([true, false]);
    expect(ranked.choice).toBe('one');
    expect(rankCandidates(scores, { ...rules, minimumScore: 71 }).choice).toBeNull();
  });

  it('does not depend on the order in which evaluations came', () => {
    const score = fc.record({
      evaluator: fc.constantFrom('anna', 'bert', 'carla'),
      label: fc.constantFrom('one', 'two', 'three'),
      score: fc.integer({ min: 0, max: 40 }).map((total) => total * 2.5),
    });
    fc.assert(
      fc.property(fc.array(score, { maxLength: 20 }), (scores) => {
        expect(rankCandidates(scores.toReversed(), rules)).toEqual(rankCandidates(scores, rules));
      }),
    );
  });
});
