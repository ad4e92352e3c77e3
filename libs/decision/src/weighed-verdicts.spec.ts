import type { Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { randomAgents } from './fixtures/random-agents.js';
import { agreeableAgents, candidate, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents } from './fixtures/simulated-question.js';
import { projectAttempts } from './record/project-attempts.js';

const WEIGHED: Partial<Settings> = { verdicts: 'weighed', testBatches: 1 };

const TEMPER = { dies: 0.05, invalid: 0.1, passes: 0.8, forgives: 0.3, biased: 0.2, sqls: 3, tests: 4 };

/** Candidates by name; same letter: same result. */
function ask(names: string[], failing: string[], settings: Partial<Settings> = {}, agents: Partial<Agents> = {}) {
  return new SimulatedQuestion(
    { settings: { ...WEIGHED, sqlCandidates: names.length, ...settings } },
    agreeableAgents({
      generate: ({ ordinal }) => {
        const name = names[ordinal - 1] ?? 'a';
        return candidate(name, { cluster: name.slice(0, 1) });
      },
      evaluate: ({ payload }) =>
        failing.some((letter) => payload.candidate.sql.startsWith(letter))
          ? verdicts(true, 'no')
          : verdicts(true, true),
      ...agents,
    }),
  );
}

const EIGHT_AND_TWO = ['a1', 'a2', 'a1', 'a3', 'a4', 'a1', 'a2', 'a5', 'b1', 'b2'];

const READING = ['first', 'all'].map((id) => ({ id, meaning: id }));

/** SQLs of one class fail test 1; the second moment then writes the reading test as a requirement. */
function failsFirst(): SimulatedQuestion {
  const requirement = { id: 'p1', statement: 'It counts flights.', evidenceCritical: false };
  const reading = { id: 'p2', statement: 'Ties count.', evidenceCritical: false, alternatives: READING };
  return ask(
    ['a1', 'a1', 'a1', 'a1'],
    [],
    { effort: 'balanced', allowSilver: false },
    {
      'precompute-tests': () => ({ reasoning: '', tests: [requirement, reading] }),
      'evaluation-tests': () => ({
        reasoning: '',
        tests: [{ id: 'e', statement: 'Ties count.', evidenceCritical: false }],
      }),
      evaluate: ({ payload: { tests = [] } }, { input }) => ({
        ...verdicts(),
        verdicts: tests.map((number) => {
          const isReading = input.tests.some((test) => test.number === number && test.alternatives !== undefined);
          return isReading
            ? { number, verdict: 'PASS', reason: '', alternative: 'all' }
            : { number, verdict: 'FAIL', reason: `fails ${number}` };
        }),
      }),
    },
  );
}

describe('tests of a later second moment', () => {
  it('are judged again if they make a reading test a requirement', () => {
    const question = failsFirst();
    question.runToEnd();
    const asked = question
      .startedStages()
      .flatMap((stage) => (stage.kind === 'evaluate' && stage.attempt === 1 ? stage.tasks : []));
    expect(asked.map(({ payload }) => payload.tests)).toEqual([[1, 2], [2]]);
    const [attempt] = projectAttempts(question.run, () => null);
    expect(attempt?.verdicts.map(({ reason }) => reason)).toEqual(['fails 1', 'fails 2']);
  });
});

describe('weighed verdicts', () => {
  it('give GOLD to what passes and has the odds', () => {
    const question = ask(EIGHT_AND_TWO, ['b']);
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'a1' }] } });
    expect(question.finish?.confidence).toBeGreaterThan(0.9);
  });

  it('are surer of the same votes by several models, which the record names', () => {
    const names = ['a1', 'a2', 'a3', 'a4'];
    const [one, several] = [1, 4].map((models) => {
      const generate: Agents['generate'] = ({ ordinal }) => ({
        ...candidate(names[ordinal - 1] ?? 'a1', { cluster: 'a' }),
        model: `model ${ordinal % models}`,
      });
      const question = ask(names, [], {}, { generate });
      const { confidence } = question.runToEnd();
      const [attempt] = projectAttempts(question.run, () => null);
      return { confidence: confidence ?? 0, models: new Set(attempt?.candidates.map(({ model }) => model)).size };
    });
    expect([one?.models, several?.models]).toEqual([1, 4]);
    expect(one?.confidence).toBeLessThan((several?.confidence ?? 0) - 0.01);
  });

  it('overrule a FAIL that the odds do not carry, as SILVER with what it failed', () => {
    const question = ask(EIGHT_AND_TWO, ['a', 'b'], { allowSilver: true });
    expect(question.runToEnd()).toMatchObject({
      status: 'SILVER',
      level: 'EXPERT',
      silver: { why: 'failed-tests' },
      result: { sqlList: [{ sql: 'a1', failedTests: [{ test: 'It filters by Alaska.', reason: 'no' }] }] },
    });
  });

  it('leave overruled FAILs on record, say so, and contest the answer by them', () => {
    const question = ask(EIGHT_AND_TWO, ['a', 'b'], { allowSilver: true });
    expect(question.runToEnd().contested).toMatchObject({ by: 'failed-tests' });
    const attempt = projectAttempts(question.run, () => []).at(-1);
    const overruled = attempt?.verdicts.filter(({ overruledBy }) => overruledBy === 'odds');
    expect(overruled?.map(({ candidate: own, verdict }) => [own, verdict])).toEqual([[attempt?.winner, 'FAIL']]);
    expect(question.events.filter(({ type }) => type === 'verdict-overruled')).toEqual([
      { type: 'verdict-overruled', candidate: attempt?.winner, test: overruled?.[0]?.test, by: 'odds' },
    ]);
    expect(attempt?.selection?.by).toBe('posterior');
  });

  it('name the likeliest of a FAILED with what it failed, and nothing where verdicts are final', () => {
    expect(ask(EIGHT_AND_TWO, ['a', 'b'], { allowSilver: false }).runToEnd()).toMatchObject({
      contested: null,
      reason: { kind: 'tests', message: expect.stringContaining('probability') },
      mostLikely: {
        sql: 'a1',
        confidence: expect.any(Number),
        failed: [{ test: 'It filters by Alaska.', reason: 'no' }],
      },
    });
    expect(ask(EIGHT_AND_TWO, ['a', 'b'], { verdicts: 'final' }).runToEnd().mostLikely).toBeNull();
  });

  it('contest a GOLD of low confidence, which needs that SILVER is not allowed', () => {
    const question = ask(
      ['a1', 'b1', 'c1', 'a2', 'b2'],
      ['c'],
      { allowSilver: false },
      { compare: () => ({ reasoning: '', winner: null, confidence: 1 }) },
    );
    const { status, confidence, contested } = question.runToEnd();
    expect([status, contested?.by]).toEqual(['GOLD', 'low-confidence']);
    expect(confidence).toBeLessThan(0.6);
  });

  it('continue to the next level where SILVER is not allowed, and end in FAILED', () => {
    const question = ask(EIGHT_AND_TWO, ['a', 'b'], { allowSilver: false });
    expect(question.runToEnd()).toMatchObject({ status: 'FAILED', level: 'EXPERT' });
  });

  it('prefer what most candidates gave to a lone SQL that alone passes', () => {
    const names = ['a1', 'a2', 'a1', 'a3', 'a4', 'a1', 'a2', 'a5', 'a6', 'b1'];
    expect(ask(names, ['a'], { allowSilver: true }).runToEnd()).toMatchObject({
      status: 'SILVER',
      case: 'A',
      result: { sqlList: [{ sql: 'a1' }] },
    });
    expect(ask(names, ['a'], { verdicts: 'final' }).runToEnd()).toMatchObject({
      status: 'GOLD',
      result: { sqlList: [{ sql: 'b1' }] },
    });
  });

  it('compare only what the odds leave open', () => {
    const compared = (names: string[]): number => {
      const question = ask(names, []);
      expect(question.runToEnd().status).toBe('GOLD');
      return question.startedStages().filter(({ kind }) => kind === 'compare').length;
    };
    expect(compared(['a1', 'a2', 'a1', 'a3', 'a4', 'a5', 'a6', 'a7', 'a8', 'a9', 'b1'])).toBe(0);
    expect(compared(['a1', 'a2', 'a1', 'b1', 'b2'])).toBe(1);
  });

  it('never give GOLD to a candidate that failed a test, and never SILVER where it is not allowed', () => {
    fc.assert(
      fc.property(fc.nat(), fc.boolean(), (seed, allowSilver) => {
        const settings: Partial<Settings> = { ...WEIGHED, sqlCandidates: 4, allowSilver };
        const question = new SimulatedQuestion({ seed, settings }, randomAgents({ ...TEMPER, seed }));
        const { status, result } = question.runToEnd();
        if (status === 'GOLD') expect(result?.sqlList.map(({ failedTests }) => failedTests)).toEqual([[]]);
        if (!allowSilver) expect(status).not.toBe('SILVER');
      }),
      { numRuns: 60 },
    );
  });
});
