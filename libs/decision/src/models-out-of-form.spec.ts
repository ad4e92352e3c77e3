import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, dead, invalid, reviews, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents, type RunOptions } from './fixtures/simulated-question.js';

const PROSE = dead('ANSWER_NOT_IN_FORM', 'it talked');
const NINE_OF_TEN = [true, true, true, true, true, true, true, true, true, 'no'] as const;
const TEN_TESTS: Partial<Agents> = {
  'precompute-tests': () => ({
    reasoning: '',
    tests: NINE_OF_TEN.map((_, index) => ({ id: `t${index}`, statement: `Test ${index}`, evidenceCritical: false })),
  }),
  'evaluation-tests': () => ({ reasoning: '', tests: [] }),
};

function ask(agents: Partial<Agents>, options: RunOptions = {}): SimulatedQuestion {
  const settings = { sqlCandidates: 2, testBatches: 1, ...options.settings };
  const question = new SimulatedQuestion({ ...options, settings }, agreeableAgents(agents));
  question.runToEnd();
  return question;
}

const reasonsOf = (question: SimulatedQuestion): unknown[] => question.run.attempts.map(({ reason }) => reason);
const evaluations = (question: SimulatedQuestion, attempt: number): number =>
  question.startedStages().filter((stage) => stage.kind === 'evaluate' && stage.attempt === attempt).length;
const two: Agents['generate'] = (task) => candidate(task.ordinal === 1 ? 'judged' : 'unlucky');

describe('a stage that models leave with too little', () => {
  const talksAtBasic = <Kind extends keyof Agents>(kind: Kind, otherwise: Partial<Agents> = {}): Partial<Agents> => ({
    ...otherwise,
    [kind]: (...given: Parameters<NonNullable<Agents[Kind]>>) => {
      const agent = (otherwise[kind] ?? agreeableAgents()[kind]) as (...all: unknown[]) => unknown;
      return given[1].attempt === 1 ? PROSE : agent(...given);
    },
  });

  it.each([
    ['generate', talksAtBasic('generate')],
    ['tests', { ...talksAtBasic('precompute-tests'), ...talksAtBasic('evaluation-tests') }],
    ['evaluate', talksAtBasic('evaluate')],
    ['supervise', talksAtBasic('supervise', { ...TEN_TESTS, evaluate: () => verdicts(...NINE_OF_TEN) })],
  ])('escalates with the reason TOO_LITTLE (%s), and the next level answers', (_stage, agents) => {
    const question = ask(agents);
    expect(question.finish).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(reasonsOf(question)).toEqual([null, 'TOO_LITTLE']);
    expect(question.events).toContainEqual({
      type: 'level-escalated',
      from: 'BASIC',
      to: 'ADVANCED',
      reason: 'TOO_LITTLE',
    });
  });

  it('escalates where batches were delivered without any test', () => {
    const none = (): { reasoning: string; tests: [] } => ({ reasoning: '', tests: [] });
    const question = ask({ 'precompute-tests': none, 'evaluation-tests': none });
    expect(reasonsOf(question)).toEqual([null, 'TOO_LITTLE', 'TOO_LITTLE']);
    expect(question.finish).toMatchObject({ status: 'ERROR', level: 'EXPERT', error: { code: 'NO_TESTS' } });
  });

  it('ends in ERROR after the last level, with the cause, and never in FAILED', () => {
    const question = ask({ evaluate: () => PROSE });
    expect(question.finish).toMatchObject({
      status: 'ERROR',
      level: 'EXPERT',
      result: null,
      error: { code: 'EVALUATION_INCOMPLETE', message: expect.stringContaining('it talked') },
    });
  });

  it('ends in SILVER after the last level where an earlier one earned it', () => {
    const agents = { ...TEN_TESTS, supervise: () => reviews({ 10: 'grave' }) };
    const evaluate: Agents['evaluate'] = (_task, { attempt }) => (attempt === 1 ? verdicts(...NINE_OF_TEN) : PROSE);
    const question = ask({ ...agents, evaluate }, { settings: { allowSilver: true } });
    expect(question.finish).toMatchObject({ status: 'SILVER', level: 'EXPERT' });
  });

  it('ends in ERROR at once where nothing but infrastructure failed', () => {
    const question = ask({ evaluate: () => dead('MODEL_UNREACHABLE') });
    expect(question.finish).toMatchObject({ status: 'ERROR', level: 'BASIC' });
  });
});

describe('a prompt that its endpoint refuses', () => {
  it.each(['MODEL_CONTEXT_EXCEEDED', 'MODEL_REQUEST_REFUSED'])('is a fault of that call: %s', (code) => {
    const judged = ask({ evaluate: (_task, { attempt }) => (attempt === 1 ? dead(code) : verdicts(true, true)) });
    expect(judged.finish).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(evaluations(judged, 1)).toBe(1);
    const written = ask({ generate: (_task, { attempt }) => (attempt === 1 ? dead(code) : candidate('good')) });
    expect(reasonsOf(written)).toEqual([null, 'TOO_LITTLE']);
    expect(written.finish).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(ask({ generate: () => dead(code) }).finish).toMatchObject({ status: 'ERROR', error: { code } });
  });

  it.each(['MODEL_UNAUTHORIZED', 'MODEL_NOT_FOUND'])('is none where key or model are wrong: %s', (code) => {
    expect(ask({ generate: () => dead(code) }).finish).toMatchObject({
      status: 'ERROR',
      level: 'BASIC',
      error: { code },
    });
  });
});

describe('candidates that came out of form', () => {
  const speechless = { ...invalid('', 'The generator gave no valid answer.'), notInForm: true as const };

  it('are invalid, and do not affect others', () => {
    const question = ask({ generate: ({ ordinal }) => (ordinal === 1 ? speechless : candidate('good')) });
    expect(question.finish).toMatchObject({ status: 'GOLD', level: 'BASIC' });
  });

  it('are too little where there is no other, and an ERROR after the last level', () => {
    const question = ask({ generate: () => speechless });
    expect(reasonsOf(question)).toEqual([null, 'TOO_LITTLE', 'TOO_LITTLE']);
    expect(question.finish).toMatchObject({ status: 'ERROR', error: { code: 'ANSWER_NOT_IN_FORM' } });
  });

  it('are no valid SQL where others were not valid either', () => {
    const question = ask({ generate: ({ ordinal }) => (ordinal === 1 ? speechless : invalid('select x', 'no x')) });
    expect(reasonsOf(question)).toEqual([null, 'NO_SQL', 'NO_SQL']);
    expect(question.finish).toMatchObject({ status: 'FAILED' });
  });
});

describe('a judge that never answers in form', () => {
  it('leaves its candidate undecided, not asked again as a job, and the question to the next level', () => {
    const evaluate: Agents['evaluate'] = (task, { attempt }) => {
      if (attempt > 1) return verdicts(true, true);
      return task.payload.candidate.sql === 'judged' ? verdicts('no', 'no') : PROSE;
    };
    const question = ask({ generate: two, evaluate });
    expect(question.finish).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(evaluations(question, 1)).toBe(1);
    expect(question.attempt(1)).toMatchObject({ case: null, scores: [{ passed: 0 }, { text: 'SQL #2: ??, ??' }] });
  });

  it('does not keep close candidates from the supervisor', () => {
    const evaluate: Agents['evaluate'] = (task) =>
      task.payload.candidate.sql === 'judged' ? verdicts(...NINE_OF_TEN) : PROSE;
    const question = ask({ ...TEN_TESTS, generate: two, evaluate });
    expect(question.finish).toMatchObject({ status: 'GOLD', level: 'BASIC', case: 'A' });
    expect(question.finish?.result?.sqlList).toMatchObject([{ sql: 'judged' }]);
  });

  it('does not report its candidate as rejected: it may be right', () => {
    const evaluate: Agents['evaluate'] = (task) =>
      task.payload.candidate.sql === 'judged' ? verdicts('no', 'no') : PROSE;
    const question = ask({ generate: two, evaluate });
    expect(question.attempt(2).escalation?.failedSqls.map(({ sql }) => sql)).toEqual(['judged']);
  });

  it('is retried as a job if another judge was unreachable', () => {
    const evaluate: Agents['evaluate'] = (task, { round }) => {
      if (task.payload.candidate.sql === 'judged') return round === 1 ? dead('TIMEOUT') : verdicts(true, true);
      return task.ordinal === 2 ? PROSE : verdicts('no', 'no');
    };
    const three: Agents['generate'] = (task) => candidate(['judged', 'mute', 'wrong'][task.ordinal - 1] ?? 'wrong');
    const question = ask({ generate: three, evaluate }, { settings: { sqlCandidates: 3 } });
    const rounds = question.startedStages().filter(({ kind }) => kind === 'evaluate');
    expect(rounds.map(({ tasks }) => tasks.length)).toEqual([3, 1]);
    expect(question.finish).toMatchObject({ status: 'GOLD', level: 'BASIC' });
  });
});
