import type { Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { nextCommands } from '../next-commands.js';
import { agreeableAgents, candidate, verdicts } from '../fixtures/scripted-agents.js';
import { randomAgents } from '../fixtures/random-agents.js';
import { settled } from '../fixtures/settled.js';
import { SimulatedQuestion } from '../fixtures/simulated-question.js';
import type { Settled } from './points.js';
import { settle } from './settle.js';

const TIES = {
  id: 'ties',
  statement: 'If several are tied, which are listed?',
  evidenceCritical: false,
  alternatives: [
    { id: 'one', meaning: 'One is enough.' },
    { id: 'all', meaning: 'Each is listed.' },
    { id: 'none', meaning: 'None of them.' },
  ],
};
const ZERO = {
  id: 'zero',
  statement: 'Are those without any listed?',
  evidenceCritical: false,
  alternatives: [
    { id: 'yes', meaning: 'All are listed.' },
    { id: 'no', meaning: 'Only those with some.' },
  ],
};
const MUST = { id: 'must', statement: 'It counts.', evidenceCritical: false };

type Takes = Record<string, { ties?: string; zero?: string; fails?: true }>;

function ask(sqls: string, takes: Takes, settings: Partial<Settings> = {}): SimulatedQuestion {
  const question = new SimulatedQuestion(
    { settings: { testBatches: 1, sqlCandidates: sqls.length, maxLevel: 'BASIC', ...settings } },
    agreeableAgents({
      'precompute-tests': () => ({ reasoning: '', tests: [MUST, TIES, ZERO] }),
      'evaluation-tests': () => ({ reasoning: '', tests: [] }),
      generate: ({ ordinal }) => candidate(sqls.charAt(ordinal - 1), { summary: `summary of ${sqls[ordinal - 1]}` }),
      evaluate: ({ payload }) => {
        const { ties, zero, fails } = takes[payload.candidate.sql] ?? {};
        const [must, ...readings] = verdicts(
          !fails || 'no',
          ties !== undefined || 'none',
          zero !== undefined || 'none',
        ).verdicts;
        const taken = [ties, zero];
        const reported = readings.map((each, index) => ({
          ...each,
          ...(taken[index] && { alternative: taken[index] }),
        }));
        return { ...verdicts(), verdicts: must ? [must, ...reported] : [] };
      },
    }),
  );
  question.runToEnd();
  return question;
}

const ties = (option: string): Settled => ({ openPoint: 'ties', option });
const zero = (option: string): Settled => ({ openPoint: 'zero', option });

describe('readings', () => {
  it('are none where the admissible answers agree, or differ in what no test asks', () => {
    expect(ask('aab', { a: { ties: 'one' }, b: { ties: 'one' } }).finish?.openPoints).toBeUndefined();
    expect(ask('aab', { a: { ties: 'one' }, b: {} }).finish?.readings).toBeUndefined();
  });

  it("are one for each choice that an admissible answer takes, the winner's chosen", () => {
    const { finish } = ask('aaabbc', { a: { ties: 'one' }, b: { ties: 'all' }, c: { ties: 'none', fails: true } });
    expect(finish?.readings).toEqual([
      {
        id: 'task-3',
        statement: 'One is enough.',
        sql: 'a',
        share: 0.5,
        posterior: null,
        chosen: true,
        rowCount: 1,
      },
      {
        id: 'task-6',
        statement: 'Each is listed.',
        sql: 'b',
        share: 2 / 6,
        posterior: null,
        chosen: false,
        rowCount: 1,
      },
    ]);
    expect(finish?.openPoints).toEqual([
      {
        id: 'ties',
        question: TIES.statement,
        options: [
          { id: 'one', meaning: 'One is enough.', reading: 'task-3' },
          { id: 'all', meaning: 'Each is listed.', reading: 'task-6' },
        ],
        settled: null,
      },
    ]);
  });

  it('are asked about once where two tests part them alike', () => {
    const { finish } = ask('aaabb', { a: { ties: 'one', zero: 'yes' }, b: { ties: 'all', zero: 'no' } });
    expect(finish?.openPoints?.map(({ id }) => id)).toEqual(['ties']);
    const apart = ask('aaabbc', {
      a: { ties: 'one', zero: 'yes' },
      b: { ties: 'all', zero: 'no' },
      c: { ties: 'all', zero: 'yes' },
    });
    expect(apart.finish?.openPoints?.map(({ id }) => id)).toEqual(['ties', 'zero']);
  });

  it('have odds where verdicts are weighed', () => {
    const { finish } = ask('aaabb', { a: { ties: 'one' }, b: { ties: 'all' } }, { verdicts: 'weighed' });
    const [likelier, other] = finish?.readings?.map(({ posterior }) => posterior ?? 0) ?? [];
    expect(likelier).toBeGreaterThan(other ?? 1);
  });
});

describe('a settlement', () => {
  const FOUR: Takes = {
    a: { ties: 'one', zero: 'yes' },
    b: { ties: 'all', zero: 'yes' },
    c: { ties: 'all', zero: 'no' },
  };

  it('gives the answer that takes the option, as GOLD, with what it leaves open', () => {
    const answer = settled(ask('aaabbc', FOUR), ties('all'));
    expect(answer).toMatchObject({
      sql: 'b',
      summary: 'summary of b',
      result: { result: 'GOLD', sqlList: [{ sql: 'b', failedTests: [] }] },
    });
    expect(answer.readings.filter(({ chosen }) => chosen).map(({ sql }) => sql)).toEqual(['b']);
    expect(answer.openPoints.map((point) => [point.id, point.settled, point.options.map(({ id }) => id)])).toEqual([
      ['ties', 'all', ['one', 'all']],
      ['zero', null, ['yes', 'no']],
    ]);
  });

  it('composes with others, and replaces an earlier one of the same point', () => {
    const question = ask('aaabbc', FOUR);
    expect(settled(question, ties('all'), zero('no')).sql).toBe('c');
    expect(settled(question, ties('all'), ties('one')).sql).toBe('a');
    expect(settled(question, zero('yes')).sql).toBe('a');
  });

  it('leaves the other points as they are, however likely another answer is', () => {
    const takes: Takes = {
      a: { ties: 'one', zero: 'yes' },
      b: { ties: 'all', zero: 'no' },
      c: { ties: 'all', zero: 'yes' },
    };
    const answer = settled(ask('aaaabbbc', takes, { verdicts: 'weighed' }), ties('all'));
    expect(answer.sql).toBe('c');
    expect(settled(ask('aaaabbb', takes, { verdicts: 'weighed' }), ties('all')).sql).toBe('b');
  });

  it('is surer than the odds were of what is left', () => {
    const question = ask('aaabbc', FOUR, { verdicts: 'weighed' });
    const before = question.finish?.readings?.find(({ sql }) => sql === 'c')?.posterior ?? 1;
    expect(settled(question, ties('all'), zero('no')).confidence).toBeGreaterThan(before);
  });

  it('is as sure of the only answer that fits as the odds were of all that are admissible', () => {
    const question = ask('aaaab', { a: { ties: 'one' }, b: { ties: 'all' } }, { verdicts: 'weighed' });
    const odds = question.finish?.readings?.map(({ posterior }) => posterior ?? 0) ?? [];
    const admitted = odds.reduce((total, each) => total + each, 0);
    for (const option of ['one', 'all']) {
      expect(settled(question, ties(option)).confidence).toBeCloseTo(admitted, 2);
    }
  });

  it.each([
    ['a point that is none', { openPoint: 'must', option: 'x' }, [], 'NOT_OPEN'],
    ['an alternative that no admissible answer takes', ties('none'), [], 'NOT_AN_OPTION'],
    ['what nothing fits', zero('no'), [ties('one')], 'NOTHING_FITS'],
  ] as const)('is refused for %s', (_what, choice, before, refused) => {
    expect(settle(ask('aaabbc', FOUR).run, before, choice)).toEqual({ refused });
  });

  it('makes a GOLD answer of a failing SILVER that has admissible readings', () => {
    const takes: Takes = { a: { fails: true }, b: { ties: 'one' }, c: { ties: 'all' } };
    const question = ask('aaaaaaaaaabc', takes, { verdicts: 'weighed' });
    expect(question.finish).toMatchObject({ status: 'SILVER', openPoints: [{ id: 'ties' }] });
    expect(question.finish?.readings?.some(({ chosen }) => chosen)).toBe(false);
    expect(settled(question, ties('all'))).toMatchObject({ sql: 'c', result: { result: 'GOLD' } });
  });

  it('asks no model, changes nothing, and gives what it says, whatever the record', () => {
    const option = fc.constantFrom('one', 'all');
    const property = fc.property(
      fc.nat(),
      fc.constantFrom('final', 'weighed'),
      fc.array(option, { maxLength: 3 }),
      option,
      (seed, weighing, before, last) => {
        const traits = { seed, dies: 0, invalid: 0.1, passes: 0.9, forgives: 0.5, biased: 0.2, sqls: 3, tests: 6 };
        const question = new SimulatedQuestion(
          { settings: { verdicts: weighing, maxLevel: 'BASIC' } },
          randomAgents(traits),
        );
        const { openPoints = [] } = question.runToEnd();
        const asRecorded = structuredClone(question.run);
        for (const { id } of openPoints) {
          const earlier = before.map((each) => ({ openPoint: id, option: each }));
          const answer = settle(question.run, earlier, { openPoint: id, option: last });
          expect(
            settle(question.run, [...earlier, { openPoint: id, option: last }], { openPoint: id, option: last }),
          ).toEqual(answer);
          if ('refused' in answer) continue;
          expect(answer.readings.filter(({ chosen }) => chosen)).toMatchObject([{ sql: answer.sql }]);
          expect(answer.openPoints.find((point) => point.id === id)).toMatchObject({ settled: last });
          expect(answer.result.sqlList).toMatchObject([{ sql: answer.sql, failedTests: [] }]);
        }
        expect(question.run).toEqual(asRecorded);
        expect(nextCommands(question.run, question.now)).toEqual([]);
      },
    );
    fc.assert(property, { numRuns: 60 });
  });
});
