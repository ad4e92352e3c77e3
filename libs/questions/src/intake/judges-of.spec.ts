import { describe, expect, it } from '@jest/globals';
import { reliabilityOf } from '@assay/decision';
import { judgesOf, reliabilitiesOf } from './judges-of.js';

const MODELS = {
  'evaluator BASIC': 'small',
  'sql-selector BASIC': 'small',
  'evaluator ADVANCED': 'big (high)',
  'sql-selector ADVANCED': 'big (low)',
  'generator BASIC': 'small',
};

const NO_FAULTS = { of: 0, reported: 0 };

describe('what is believed of judges when a question is asked', () => {
  it('goes by what its own model, with its effort, has shown as this agent', () => {
    const tallies = [
      { agent: 'evaluator', model: 'small', right: 30, wrong: 10 },
      { agent: 'evaluator', model: 'big (low)', right: 9, wrong: 0 },
    ] as const;
    const judges = judgesOf(MODELS, tallies, 'BASIC', 'EXPERT', NO_FAULTS);
    expect(judges.map(({ agent, level, right, wrong }) => [agent, level, right, wrong])).toEqual([
      ['evaluator', 'BASIC', 30, 10],
      ['sql-selector', 'BASIC', 0, 0],
      ['evaluator', 'ADVANCED', 0, 0],
      ['sql-selector', 'ADVANCED', 0, 0],
    ]);
    const reliabilities = reliabilitiesOf(judges);
    expect(reliabilities.BASIC?.evaluator).toBeCloseTo(46 / 60, 9);
    expect(reliabilities.ADVANCED).toEqual({
      evaluator: reliabilityOf('evaluator'),
      selector: reliabilityOf('sql-selector'),
    });
    expect(reliabilities.EXPERT).toBeUndefined();
  });

  it('names the levels that the question may reach', () => {
    expect(judgesOf(MODELS, [], 'ADVANCED', 'ADVANCED', NO_FAULTS).map(({ level }) => level)).toEqual([
      'ADVANCED',
      'ADVANCED',
    ]);
    expect(judgesOf({}, [], 'BASIC', 'EXPERT', NO_FAULTS)).toEqual([]);
  });

  it('lets reports of uncovered faults be followed up less, the more often they are made', () => {
    const sharesOf = (reported: number): unknown[] =>
      judgesOf(MODELS, [], 'BASIC', 'BASIC', { of: 50, reported }).map((judge) => judge.followsUncovered);
    expect(sharesOf(5)).toEqual([undefined, undefined]);
    expect(sharesOf(50)).toEqual([expect.closeTo(0.29, 2), undefined]);
  });
});
