import type { EvaluatorResult, Settings, TrialDecision } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { agreeableAgents, candidate, dead, verdicts } from './fixtures/scripted-agents.js';
import { randomAgents } from './fixtures/random-agents.js';
import { SimulatedQuestion, type Agents } from './fixtures/simulated-question.js';
import { projectAttempts } from './record/project-attempts.js';
import { MAX_FINALISTS } from './selection/finalists.js';
import { followedShare } from './spending/followed-share.js';

const MISSING = 'Shops without orders are listed.';
const FAULT = { fault: 'The inner join loses shops.', requirement: MISSING };
const WEIGHED: Partial<Settings> = { verdicts: 'weighed', testBatches: 1, sqlCandidates: 4, maxLevel: 'BASIC' };

interface Script {
  decision?: TrialDecision;
  reports?: string[];
  lose?: string[];
  fails?: string[];
  sqls?: string[];
  settings?: Partial<Settings>;
  agents?: Partial<Agents>;
}

function ask({
  decision = 'demanded',
  reports = ['a'],
  lose = ['a'],
  fails = [],
  sqls = ['a', 'a', 'a', 'b'],
  settings = {},
  agents = {},
}: Script = {}): SimulatedQuestion {
  return new SimulatedQuestion(
    { settings: { ...WEIGHED, ...settings } },
    agreeableAgents({
      generate: ({ ordinal }) => candidate(sqls[ordinal - 1] ?? 'a'),
      evaluate: ({ payload }, { input }): EvaluatorResult => {
        const { sql } = payload.candidate;
        const given = verdicts(
          ...input.tests.map(({ statement }) => {
            const isFailed = statement === MISSING ? lose.includes(sql) : fails.includes(sql);
            return isFailed ? 'it loses shops' : (true as const);
          }),
        );
        const numbered = given.verdicts.map((each, index) => ({ ...each, number: input.tests[index]?.number ?? 0 }));
        return { ...given, verdicts: numbered, ...(reports.includes(sql) && { uncovered: [FAULT] }) };
      },
      trial: ({ payload }) => ({
        reasoning: '',
        decisions: payload.contested.map(({ number }) => ({ number, decision, reason: 'so' })),
      }),
      ...agents,
    }),
  );
}

const judgedAlone = (question: SimulatedQuestion) =>
  question
    .startedStages()
    .flatMap((stage) =>
      stage.kind === 'evaluate' && stage.input.tests.some(({ number }) => number === 3) ? [stage] : [],
    );
/** Passes everything, and reports a fault each time; the trial upholds it. */
function hostile(): Agents {
  return agreeableAgents({
    generate: ({ ordinal }) => candidate(ordinal === 4 ? 'b' : 'a'),
    evaluate: (_task, { input }) => ({ ...verdicts(...input.tests.map(() => true as const)), uncovered: [FAULT] }),
  });
}

const trials = (question: SimulatedQuestion) =>
  question.startedStages().flatMap((stage) => (stage.kind === 'trial' ? stage.tasks : []));

describe('a fault that no test covers', () => {
  it('becomes a test that is tried first, and by which the classes that could win are judged', () => {
    const question = ask();
    const finish = question.runToEnd();
    expect(trials(question).map(({ payload }) => payload.contested)).toEqual([
      [{ number: 3, by: 'uncovered', objections: [{ sql: 1, reason: FAULT.fault }] }],
    ]);
    const [round, ...more] = judgedAlone(question);
    expect(more).toEqual([]);
    expect(round?.input.tests.map(({ number, statement }) => [number, statement])).toEqual([[3, MISSING]]);
    expect(round?.tasks.map(({ payload }) => payload.candidate.sql)).toEqual(['a', 'b']);
    expect(finish.result?.sqlList[0]?.sql).toBe('b');
    expect(question.events).toContainEqual(expect.objectContaining({ type: 'test-added', by: 'evaluator' }));
  });

  it('is on record, with the fault', () => {
    const question = ask();
    question.runToEnd();
    const [attempt] = projectAttempts(question.run, () => null);
    const added = attempt?.tests.at(-1);
    expect(added).toMatchObject({
      number: 3,
      statement: MISSING,
      moment: 'judge',
      contested: { by: 'uncovered', decision: 'demanded', reason: 'so' },
    });
    expect(attempt?.verdicts.filter(({ test }) => test === added?.id)).toMatchObject([
      { verdict: 'FAIL', reason: 'it loses shops' },
      { verdict: 'PASS' },
    ]);
    expect(attempt?.evaluations[0]?.uncovered).toEqual([FAULT]);
    expect(attempt?.scores.map(({ passed, total }) => [passed, total])).toEqual([
      [2, 3],
      [3, 3],
    ]);
  });

  it('starts no second moment when a later wave brings another class', () => {
    const question = ask({
      sqls: ['a', 'a', 'a', 'b', 'b', 'b', 'b', 'b'],
      settings: { effort: 'balanced', sqlCandidates: 8 },
      agents: {
        'evaluation-tests': () => ({
          reasoning: '',
          tests: [{ id: 'e', statement: 'Shops are sorted.', evidenceCritical: false }],
        }),
      },
    });
    question.runToEnd();
    expect(question.startedStages().filter(({ kind }) => kind === 'generate').length).toBeGreaterThan(1);
    const [attempt] = projectAttempts(question.run, () => null);
    const added = attempt?.tests.find(({ statement }) => statement === MISSING);
    expect(attempt?.verdicts.filter(({ test }) => test === added?.id)).toMatchObject([
      { verdict: 'FAIL' },
      { verdict: 'PASS' },
    ]);
    expect(attempt?.tests.map(({ moment }) => moment)).toEqual(['precompute', 'judge']);
  });

  it('is not read from a judge who saw later tests alone', () => {
    const question = ask({
      sqls: ['a', 'a', 'a', 'a'],
      decision: 'mistaken',
      settings: { effort: 'balanced' },
      agents: {
        evaluate: ({ payload: { tests = [] } }) =>
          tests.includes(1)
            ? verdicts('no')
            : { ...verdicts(), verdicts: [{ number: 2, verdict: 'PASS', reason: '' }], uncovered: [FAULT] },
      },
    });
    question.runToEnd();
    const partial = question
      .startedStages()
      .flatMap((stage) => (stage.kind === 'evaluate' ? stage.tasks : []))
      .filter(({ payload }) => !payload.tests?.includes(1));
    expect(partial.length).toBeGreaterThan(0);
    expect(question.events.some(({ type }) => type === 'test-added')).toBe(false);
  });

  it.each(['mistaken', 'reading'] as const)('counts for nothing where its test is tried as %s', (decision) => {
    const question = ask({ decision });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'a' }] } });
    expect(judgedAlone(question)).toEqual([]);
    const [attempt] = projectAttempts(question.run, () => null);
    const added = attempt?.tests.at(-1);
    expect(added).toMatchObject({ number: 3, kind: 'requirement', alternatives: [], contested: { decision } });
    expect(attempt?.verdicts.some(({ test }) => test === added?.id)).toBe(false);
  });

  it('counts for nothing where its test could not be tried, and that is on record', () => {
    const question = ask({ agents: { trial: () => dead('MODEL_UNREACHABLE') } });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'a' }] } });
    expect(question.events).toContainEqual(expect.objectContaining({ code: 'TRIAL_UNAVAILABLE' }));
    expect(judgedAlone(question)).toEqual([]);
    const [attempt] = projectAttempts(question.run, () => null);
    expect(attempt?.tests.at(-1)).toMatchObject({ number: null, statement: MISSING, contested: null });
  });

  it.each([
    ['of a SQL that fails a test', { reports: ['b'], fails: ['b'] }],
    [
      'of a SQL that could not be GOLD',
      { reports: ['b'], sqls: ['a', 'a', 'a', 'a', 'a', 'a', 'a', 'b'], settings: { sqlCandidates: 8 } },
    ],
    ['where verdicts are final', { settings: { verdicts: 'final' as const } }],
    [
      'that a test covers already',
      {
        agents: {
          'precompute-tests': () => ({
            reasoning: '',
            tests: [{ id: 'p', statement: 'shops without orders listed', evidenceCritical: false }],
          }),
        },
      },
    ],
  ] satisfies [string, Script][])('is not followed up: one %s', (_, reported) => {
    const question = ask({ lose: [], ...reported });
    question.runToEnd();
    expect(question.events.some(({ type }) => type === 'test-added')).toBe(false);
    expect(trials(question)).toEqual([]);
  });

  it('costs one trial and one round of evaluations an attempt at most, however hostile the judges are', () => {
    const counted = { attempts: 0, rounds: 0 };
    const anything = fc.record({
      seed: fc.nat(),
      sqls: fc.integer({ min: 1, max: 6 }),
      passes: fc.double({ min: 0.3, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(anything, ({ seed, sqls, passes }) => {
        const traits = { seed, sqls, passes, dies: 0, invalid: 0, forgives: 0.3, biased: 0.2, tests: 4, misses: 1 };
        const settings: Partial<Settings> = {
          ...WEIGHED,
          judge: 'behaviour',
          effort: 'balanced',
          sqlCandidates: 10,
          maxLevel: 'EXPERT',
        };
        const question = new SimulatedQuestion({ settings }, randomAgents(traits));
        question.runToEnd();
        const attempts = Map.groupBy(question.startedStages(), ({ attempt }) => attempt);
        for (const [ordinal, stages] of attempts) {
          const added = question.attempt(ordinal).tests?.added;
          const own = stages.flatMap((stage) => (stage.kind === 'trial' ? stage.tasks : []));
          const about = own.filter(({ payload }) => payload.contested.some(({ by }) => by === 'uncovered'));
          expect(about.length).toBeLessThanOrEqual(1);
          const rounds = stages.filter(({ kind, round }) => kind === 'evaluate' && round === added?.round);
          expect(rounds.length).toBeLessThanOrEqual(1);
          for (const { tasks } of rounds) expect(tasks.length).toBeLessThanOrEqual(MAX_FINALISTS);
          counted.attempts += 1;
          counted.rounds += about.length;
        }
        expect(question.events.filter(({ type }) => type === 'test-added').length).toBeLessThanOrEqual(attempts.size);
      }),
      { numRuns: 150 },
    );
    expect(counted.rounds).toBeGreaterThan(0);
    // every evaluation reports a fault; only a class that passes and could be GOLD starts a round
    expect(counted.rounds / counted.attempts).toBeLessThan(0.5);
  });

  it('is followed up in a bounded share of the questions, however often judges report one', () => {
    const share = (follows: (asked: boolean[]) => number): number => {
      const asked: boolean[] = [];
      for (let seed = 0; seed < 300; seed += 1) {
        const options = { settings: WEIGHED, seed, followsUncovered: follows(asked) };
        const question = new SimulatedQuestion(options, hostile());
        question.runToEnd();
        const tests = question.attempt(1).tests;
        expect(tests?.added !== undefined || tests?.leftUncovered === true).toBe(true);
        asked.push(trials(question).length > 0);
        const left = question.events.filter((event) => 'code' in event && event.code === 'UNCOVERED_FAULT_LEFT');
        expect(left).toHaveLength(tests?.leftUncovered === true ? 1 : 0);
      }
      return asked.filter(Boolean).length / asked.length;
    };
    // each question has a report, so all recent ones count
    const bounded = share(({ length }) => followedShare({ of: Math.min(50, length), reported: Math.min(50, length) }));
    expect(bounded).toBeLessThan(0.4);
    expect(bounded).toBeGreaterThan(0.2);
    expect(share(() => 1)).toBe(1);
  });

  it('is followed up at all levels of a question or at none', () => {
    const question = new SimulatedQuestion(
      { settings: { ...WEIGHED, maxLevel: 'EXPERT' }, seed: 1, followsUncovered: 0 },
      hostile(),
    );
    question.runToEnd();
    expect(trials(question)).toEqual([]);
  });

  it('is always followed up where reports are rare', () => {
    expect(followedShare({ of: 0, reported: 0 })).toBe(1);
    expect(followedShare({ of: 50, reported: 10 })).toBe(1);
    expect(followedShare({ of: 50, reported: 50 })).toBeLessThan(0.3);
  });
});
