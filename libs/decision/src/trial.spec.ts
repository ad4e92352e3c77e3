import type { Settings, TrialDecision, WrittenTest } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, dead, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents } from './fixtures/simulated-question.js';
import { decisionsOf } from './judged-tests/tried-tests.js';
import { projectAttempts } from './record/project-attempts.js';

const WEIGHED: Partial<Settings> = { verdicts: 'weighed', testBatches: 1, sqlCandidates: 4, maxLevel: 'BASIC' };
const ALTERNATIVES = [
  { id: 'one', meaning: 'One is enough.' },
  { id: 'all', meaning: 'Each is listed.' },
];

/** Tests 1…n; SQLs `a`, `a`, `a`, `b`; default verdict PASS. */
function ask(
  tests: (string | WrittenTest)[],
  fails: Record<string, string[]>,
  { settings = {}, agents = {} }: { settings?: Partial<Settings>; agents?: Partial<Agents> } = {},
): SimulatedQuestion {
  const written = tests.map((test, index) => ({
    id: `t${index + 1}`,
    ...(typeof test === 'string' ? { statement: test, evidenceCritical: false } : test),
  }));
  return new SimulatedQuestion(
    { settings: { ...WEIGHED, ...settings } },
    agreeableAgents({
      'precompute-tests': () => ({ reasoning: '', tests: written }),
      'evaluation-tests': () => ({ reasoning: '', tests: [] }),
      generate: ({ ordinal }) => candidate(ordinal === 4 ? 'b' : 'a'),
      evaluate: ({ payload }, { input }) =>
        verdicts(...input.tests.map(({ statement }) => !fails[payload.candidate.sql]?.includes(statement) || 'no')),
      ...agents,
    }),
  );
}

function tries(decisions: Record<number, TrialDecision>, otherwise?: string): Partial<Agents> {
  return {
    trial: ({ payload }) => ({
      reasoning: '',
      decisions: payload.contested.map(({ number }) => {
        const decision = decisions[number] ?? 'demanded';
        return { number, decision, reason: 'so', ...(otherwise !== undefined && { otherwise }) };
      }),
    }),
  };
}

const stages = (question: SimulatedQuestion): string[] => question.startedStages().map(({ kind }) => kind);
const contested = (question: SimulatedQuestion) =>
  question.startedStages().flatMap((stage) => (stage.kind === 'trial' ? stage.tasks[0]?.payload.contested : []));

describe('a trial of tests', () => {
  it('is not held where nothing is contested', () => {
    const question = ask(['T1', 'T2'], { b: ['T1'] });
    question.runToEnd();
    expect(stages(question)).not.toContain('trial');
  });

  it('is not held where verdicts are final', () => {
    const question = ask(['T1', 'T2'], { a: ['T1'], b: ['T1'] }, { settings: { verdicts: 'final' } });
    question.runToEnd();
    expect(stages(question)).not.toContain('trial');
  });

  it('is not held where a class passes every test, however many fail one', () => {
    const question = ask(['T1', 'T2'], { a: ['T1'] });
    question.runToEnd();
    expect(stages(question)).not.toContain('trial');
  });

  it('is not held where no class passes and the votes disagree', () => {
    const generate: Agents['generate'] = ({ ordinal }) => candidate(ordinal > 2 ? 'b' : 'a');
    const question = ask(['T1', 'T2'], { a: ['T1'], b: ['T1'] }, { agents: { generate } });
    question.runToEnd();
    expect(stages(question)).not.toContain('trial');
  });

  it('is one call for all that are contested, each with the reason why', () => {
    const question = ask(
      ['all fail', 'leader fails', 'objected', 'fine', { statement: 'both', evidenceCritical: false }, 'other fails'],
      { a: ['all fail', 'leader fails'], b: ['all fail', 'other fails'] },
      {
        agents: {
          'evaluation-tests': () => ({
            reasoning: '',
            tests: [{ id: 'r', statement: 'BOTH', evidenceCritical: false, alternatives: ALTERNATIVES }],
          }),
          evaluate: ({ payload }, { input }) => ({
            ...verdicts(
              ...input.tests
                .map(({ statement }) =>
                  payload.candidate.sql === 'a'
                    ? !/^(all|leader) fail/.test(statement)
                    : !/^(all|other) fail/.test(statement),
                )
                .map((passes) => passes || 'no'),
            ),
            ...(payload.candidate.sql === 'b' && { notDemanded: [3] }),
          }),
        },
      },
    );
    question.runToEnd();
    expect(stages(question).filter((kind) => kind === 'trial')).toHaveLength(1);
    expect(contested(question)).toEqual([
      { number: 1, by: 'leader-fails', objections: [] },
      { number: 2, by: 'leader-fails', objections: [] },
      { number: 3, by: 'objection', objections: [{ sql: 2, reason: '' }] },
      { number: 5, by: 'kinds', objections: [] },
    ]);
  });

  it('drops what is mistaken, and that is on record', () => {
    const question = ask(['T1', 'T2'], { a: ['T1'], b: ['T1'] }, { agents: tries({ 1: 'mistaken' }) });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'B' });
    const [attempt] = projectAttempts(question.run, () => null);
    expect(attempt?.tests).toMatchObject([
      { number: 1, kind: 'requirement', contested: { by: 'leader-fails', decision: 'mistaken', reason: 'so' } },
      { number: 2, kind: 'requirement', contested: null },
    ]);
    expect(attempt?.verdicts).toHaveLength(4);
    expect(attempt?.scores).toMatchObject([
      { passed: 1, total: 1 },
      { passed: 1, total: 1 },
    ]);
  });

  it('judges a class of a later wave without what was found mistaken', () => {
    const agents: Partial<Agents> = {
      ...tries({ 1: 'mistaken' }),
      generate: ({ ordinal }) => candidate(ordinal <= 3 ? 'a' : ordinal === 4 ? 'b' : 'c'),
    };
    const settings = { sqlCandidates: 10, effort: 'balanced', judge: 'text' } as const;
    const question = ask(['T1', 'T2', 'T3'], { a: ['T1', 'T2'], b: ['T1', 'T2'], c: ['T2'] }, { settings, agents });
    question.runToEnd();
    const asked = question
      .startedStages()
      .flatMap((stage) => (stage.kind === 'evaluate' ? stage.tasks : []))
      .map(({ payload }) => [payload.candidate.sql, payload.tests]);
    expect(asked).toContainEqual(['a', [1, 2, 3]]);
    expect(asked).toContainEqual(['c', [2, 3]]);
    const [attempt] = projectAttempts(question.run, () => null);
    const mistaken = attempt?.tests.find(({ number }) => number === 1)?.id;
    const later = attempt?.candidates.find(({ sql }) => sql === 'c')?.id;
    const given = attempt?.verdicts.filter(({ candidate: own }) => own === later) ?? [];
    expect(given).toContainEqual(expect.objectContaining({ test: mistaken, verdict: 'UNDECIDED' }));
  });

  it('treats a reading as such: no SQL fails it, and PASS and FAIL are its alternatives', () => {
    const fails = { a: ['T1'], b: ['T2'] };
    const question = ask(['T1', 'T2'], fails, { agents: tries({ 1: 'reading' }, 'Not so.') });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'A' });
    expect(projectAttempts(question.run, () => null)[0]?.tests[0]).toMatchObject({
      kind: 'reading',
      alternatives: [
        { id: 'stated', meaning: 'T1' },
        { id: 'otherwise', meaning: 'Not so.' },
      ],
      contested: { by: 'leader-fails', decision: 'reading' },
    });
  });

  it('leaves what is demanded, which the supervisor does not judge again', () => {
    const question = ask(['T1', 'T2'], { a: ['T1'], b: ['T1'] });
    expect(question.runToEnd()).toMatchObject({ status: 'SILVER', silver: { why: 'failed-tests' } });
    expect(question.attempt(1)).toMatchObject({ case: 'D', caseBeforeReview: 'C' });
    expect(stages(question)).not.toContain('supervise');
  });

  it('lets the supervisor look again at what one other class fails', () => {
    const question = ask(['T1', 'T2'], { a: ['T1'], b: ['T2'] });
    question.runToEnd();
    const reviewed = question.startedStages().flatMap((stage) => (stage.kind === 'supervise' ? stage.tasks : []));
    expect(reviewed.map(({ payload }) => payload.candidate.sql)).toEqual(['b']);
  });

  it('requests tests again if no requirement is left, and then ends as too little', () => {
    const all = { a: ['T1', 'T2'], b: ['T1', 'T2'] };
    const question = ask(['T1', 'T2'], all, { agents: tries({ 1: 'mistaken', 2: 'reading' }) });
    expect(question.runToEnd()).toMatchObject({ status: 'SILVER', silver: { why: 'untested' } });
    const asked = question.startedStages().flatMap((stage) => (stage.kind === 'evaluation-tests' ? [stage] : []));
    expect(asked.map(({ round }) => round)).toEqual([1, 2]);
    expect(asked[1]?.tasks.map(({ ordinal }) => ordinal)).toEqual([2]);
    expect(asked.map(({ input }) => input.dropped)).toEqual([undefined, ['T1', 'T2']]);
    const warned = question.events.filter((event) => event.type === 'warning-raised');
    expect(warned.filter(({ code }) => code === 'TESTS_ASKED_AGAIN')).toHaveLength(1);
  });

  it('judges by the tests of the second request, and does not try them again', () => {
    const all = { a: ['T1', 'T2'], b: ['T1', 'T2', 'T3'] };
    const later = [{ id: 'late', statement: 'T3', evidenceCritical: false }];
    const agents: Partial<Agents> = {
      ...tries({ 1: 'mistaken', 2: 'reading' }),
      'evaluation-tests': (_task, { input }) => ({ reasoning: '', tests: input.dropped === undefined ? [] : later }),
    };
    const question = ask(['T1', 'T2'], all, { agents });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'a' }] } });
    expect(stages(question).filter((kind) => kind === 'trial')).toHaveLength(1);
    const numbered = question.attempt(1).tests?.numbered.map(({ number, statement }) => [number, statement]);
    expect(numbered).toEqual([
      [1, 'T1'],
      [2, 'T2'],
      [3, 'T3'],
    ]);
  });

  it('changes nothing if it fails, and that is on record', () => {
    const agents = { trial: () => dead('MODEL_UNREACHABLE') };
    const question = ask(['T1', 'T2'], { a: ['T1'], b: ['T1'] }, { agents });
    question.runToEnd();
    expect(question.events).toContainEqual(
      expect.objectContaining({ type: 'warning-raised', code: 'TRIAL_UNAVAILABLE' }),
    );
    expect(projectAttempts(question.run, () => null)[0]?.tests).toMatchObject([
      { contested: null },
      { contested: null },
    ]);
  });
});

describe('a reading test', () => {
  const reading = { statement: 'Ties', evidenceCritical: false, alternatives: ALTERNATIVES };

  it('is failed by no SQL, and counts in no case', () => {
    const question = ask([reading, 'T2'], { a: ['Ties'] }, { settings: { verdicts: 'final' } });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'B' });
    expect(question.attempt(1).scores).toMatchObject([{ total: 1 }, { total: 1 }]);
  });
});

describe('case C', () => {
  it('is, where verdicts are weighed, one failed requirement at least, however few there are', () => {
    const fails = { a: ['T1'], b: ['T2'] };
    const question = ask(['T1', 'T2', 'T3'], fails, { agents: tries({ 1: 'demanded' }) });
    question.runToEnd();
    expect(question.attempt(1).caseBeforeReview).toBe('C');
    const final = ask(['T1', 'T2', 'T3'], fails, { settings: { verdicts: 'final' } });
    final.runToEnd();
    expect(final.attempt(1)).toMatchObject({ case: 'D', caseBeforeReview: null });
  });
});

describe('what a trial decides', () => {
  const tests = [1, 2].map((number) => ({ id: `t${number}`, number, statement: 'S', evidenceCritical: number === 2 }));
  const all = tests.map(({ number }) => ({ number, by: 'leader-fails' as const, objections: [] }));
  const stated = (test: number, decision: TrialDecision, quote = '') => ({
    test,
    decision,
    quote,
    otherwise: ' x ',
    reason: 'r',
  });
  const evidence = ['Active means: status = "A", whatever the date.'];

  it('is demanded where nothing is said', () => {
    expect(decisionsOf(all, tests, [], [])).toMatchObject([{ decision: 'demanded' }, { decision: 'demanded' }]);
  });

  it.each([
    ['reading', '', 'demanded'],
    ['mistaken', '', 'demanded'],
    ['mistaken', 'Active means status B', 'demanded'],
    ['mistaken', 'active means: STATUS = A', 'mistaken'],
  ] as const)('of an evidence-critical test: %s with the words %j is %s', (decision, quote, decided) => {
    expect(decisionsOf(all, tests, [stated(2, decision, quote)], evidence)[1]).toMatchObject({ decision: decided });
  });

  it('is what is said first of any other test', () => {
    expect(decisionsOf(all, tests, [stated(1, 'reading'), stated(1, 'mistaken')], [])[0]).toEqual({
      number: 1,
      decision: 'reading',
      reason: 'r',
      otherwise: 'x',
    });
  });
});
