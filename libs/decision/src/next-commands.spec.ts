import type { Settings } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import { agreeableAgents, candidate, dead, invalid, reviews, verdicts } from './fixtures/scripted-agents.js';
import { SimulatedQuestion, type Agents, type RunOptions } from './fixtures/simulated-question.js';
import { nextCommands } from './next-commands.js';

function ask(agents: Partial<Agents> = {}, options: RunOptions = {}): SimulatedQuestion {
  const settings: Partial<Settings> = { sqlCandidates: 3, testBatches: 1, ...options.settings };
  return new SimulatedQuestion({ ...options, settings }, agreeableAgents(agents));
}

const kindsOf = (question: SimulatedQuestion): string[] => question.startedStages().map(({ kind }) => kind);
const warningsOf = (question: SimulatedQuestion): string[] =>
  question.events.flatMap((event) => (event.type === 'warning-raised' ? [event.code] : []));

/** Candidates by ordinal, the last one for all that follow. */
function propose(...given: ReturnType<typeof candidate>[]): Agents['generate'] {
  return (task) => given[task.ordinal - 1] ?? given.at(-1) ?? candidate('select 1');
}

/** Verdicts by SQL. */
function judge(given: Record<string, ReturnType<typeof verdicts> | ReturnType<typeof dead>>): Agents['evaluate'] {
  return (task) => given[task.payload.candidate.sql] ?? verdicts(true, true);
}

/** Ten tests that differ, so that nine of ten reach the threshold. */
const TEN_TESTS: Partial<Agents> = {
  'precompute-tests': () => ({
    reasoning: '',
    tests: Array.from({ length: 10 }, (_, index) => ({
      id: `t${index + 1}`,
      statement: `Test ${index + 1}`,
      evidenceCritical: false,
    })),
  }),
  'evaluation-tests': () => ({ reasoning: '', tests: [] }),
};
const NINE_OF_TEN = [true, true, true, true, true, true, true, true, true, 'counts, not "sums"'] as const;
const NONE_OF_TEN = Array.from({ length: 10 }, () => 'wrong');

describe('the cases', () => {
  it('A: exactly one candidate passes all tests, and is GOLD', () => {
    const question = ask({
      generate: propose(candidate('good'), candidate('bad')),
      evaluate: judge({ bad: verdicts(true, 'no') }),
    });
    expect(question.runToEnd()).toMatchObject({
      status: 'GOLD',
      case: 'A',
      level: 'BASIC',
      result: { result: 'GOLD', sqlList: [{ sql: 'good', failedTests: [] }] },
      error: null,
    });
    expect(kindsOf(question)).toEqual(['prepare', 'precompute-tests', 'generate', 'evaluation-tests', 'evaluate']);
    expect(question.attempt(1).selection?.by).toBe('only-passer');
  });

  const same = (sql: string, complexity = sql.length): ReturnType<typeof candidate> =>
    candidate(sql, { cluster: 'x', complexity });

  it.each([
    ['frequent', 'the text that most candidates gave', [same('longer'), same('short'), same('longer')], 'longer'],
    ['single-result', 'the simplest was taken', [same('longest'), same('longer'), same('short')], 'short'],
    ['coin', 'the seeded coin fell', [same('a', 1), same('b', 1), same('c', 1)], /^[abc]$/],
  ] as const)(
    'B: of passers with the same result one is taken by %s, and %s is what is said',
    (by, said, sqls, sql) => {
      const question = ask({ generate: propose(...sqls) });
      const won = expect.stringMatching(sql);
      expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'B', result: { sqlList: [{ sql: won }] } });
      expect(question.finish?.stopReason).toContain(said);
      expect(question.attempt(1).selection).toMatchObject({ by, finalists: [{ clusterSize: 3 }] });
      expect(kindsOf(question)).not.toContain('compare');
    },
  );

  it('B: results beyond the four finalists are counted, with a warning, and the judges are told', () => {
    const six = Array.from({ length: 6 }, (_, index) => candidate(`sql ${index}`));
    const question = ask({ generate: propose(...six) }, { settings: { sqlCandidates: 6 } });
    expect(question.runToEnd().status).toBe('GOLD');
    expect(question.attempt(1).selection).toMatchObject({ leftOut: 2, finalists: { length: 4 } });
    expect(question.startedStages().at(-1)).toMatchObject({ kind: 'compare', input: { leftOut: 2 } });
    expect(warningsOf(question)).toEqual(['FINALISTS_LEFT_OUT']);
  });

  it('B: passers with different results are compared in both orders, and a confident judge decides', () => {
    const question = ask({
      generate: propose(candidate('loved', { cluster: 'y' }), candidate('popular', { cluster: 'x' })),
      compare: ({ payload: { first, second } }) => ({
        reasoning: '',
        winner: first.sql === 'loved' ? first.id : second.id,
        confidence: 0.7,
      }),
    });
    expect(question.runToEnd().result?.sqlList).toEqual([{ sql: 'loved', failedTests: [] }]);
    expect(question.attempt(1).selection?.by).toBe('judge');
    const comparison = question.startedStages().find(({ kind }) => kind === 'compare');
    expect(comparison?.tasks).toHaveLength(2);
  });

  it('B: at most the four first of the vote are compared, each pair in both orders', () => {
    const question = ask({ generate: (task) => candidate(`sql ${task.ordinal}`) }, { settings: { sqlCandidates: 6 } });
    expect(question.runToEnd().status).toBe('GOLD');
    const comparison = question.startedStages().find(({ kind }) => kind === 'compare');
    expect(comparison?.tasks).toHaveLength(12);
    expect(question.attempt(1).selection?.finalists).toHaveLength(4);
  });

  it('B: a confident judge makes the answer surer than a vote among ties', () => {
    const twoResults = propose(candidate('one', { cluster: 'x' }), candidate('two', { cluster: 'y' }));
    const torn = ask({ generate: twoResults }).runToEnd();
    const sure = ask({
      generate: twoResults,
      compare: ({ payload: { first, second } }) => ({
        reasoning: '',
        winner: first.sql === 'two' ? first.id : second.id,
        confidence: 1,
      }),
    }).runToEnd();
    expect(torn.result).toEqual(sure.result);
    expect(sure.confidence).toBeGreaterThan(torn.confidence ?? 1);
  });

  it('B: the larger cluster wins where the judge likes whatever it sees first', () => {
    const question = ask({
      generate: propose(candidate('rare', { cluster: 'y' }), candidate('popular', { cluster: 'x' })),
    });
    expect(question.runToEnd().result?.sqlList).toEqual([{ sql: 'popular', failedTests: [] }]);
    expect(question.attempt(1).selection?.by).toBe('cluster');
  });

  it('B: an unavailable selector leaves the vote, and a warning', () => {
    const question = ask({
      generate: propose(candidate('rare', { cluster: 'y' }), candidate('popular', { cluster: 'x' })),
      compare: () => dead('MODEL_UNREACHABLE'),
    });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'popular' }] } });
    expect(warningsOf(question)).toEqual(['SELECTOR_UNAVAILABLE']);
  });

  it('C: the supervisor sees the failed tests with their reasons, and its verdict makes A', () => {
    const question = ask({
      ...TEN_TESTS,
      generate: propose(candidate('close'), candidate('far')),
      evaluate: judge({ close: verdicts(...NINE_OF_TEN), far: verdicts(...NONE_OF_TEN) }),
      supervise: (task) => {
        expect(task.payload.failed).toEqual([{ number: 10, reason: 'counts, not "sums"' }]);
        return reviews({ 10: true });
      },
    });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'A', result: { sqlList: [{ sql: 'close' }] } });
    expect(question.attempt(1)).toMatchObject({ case: 'A', caseBeforeReview: 'C' });
    expect(question.attempt(1).scores.map(({ by, passRate }) => ({ by, passRate }))).toEqual([
      { by: 'evaluator', passRate: 90 },
      { by: 'evaluator', passRate: 0 },
      { by: 'supervisor', passRate: 100 },
    ]);
    const cases = question.events.flatMap((event) => (event.type === 'case-decided' ? [event.case] : []));
    expect(cases).toEqual(['C', 'A']);
  });

  it('C: what the supervisor confirms makes D, never another C', () => {
    const question = ask(
      {
        ...TEN_TESTS,
        evaluate: () => verdicts(...NINE_OF_TEN),
        supervise: () => reviews({ 10: 'grave indeed' }),
      },
      { level: 'EXPERT' },
    );
    expect(question.runToEnd()).toMatchObject({
      status: 'FAILED',
      case: 'D',
      result: { sqlList: [{ sql: 'select 1', failedTests: [{ test: 'Test 10', reason: 'grave indeed' }] }] },
    });
  });

  it('D: escalates with the failures until the last level, then lists every SQL, test and reason', () => {
    const reason = 'It says OK, but "Alaska" is a state, not a city';
    const question = ask({
      generate: (task, { attempt }) => (task.ordinal === 1 ? candidate(`sql ${attempt}`) : invalid('oops', 'no table')),
      evaluate: () => verdicts(true, reason),
    });
    const finish = question.runToEnd();
    expect(finish).toMatchObject({ status: 'FAILED', case: 'D', level: 'EXPERT', confidence: null });
    const failedTests = [{ test: 'It filters by Alaska.', reason }];
    const oops = { sql: 'oops', failedTests: [{ test: 'valid SQL', reason: 'no table' }] };
    expect(finish.result?.sqlList).toEqual([
      { sql: 'sql 1', failedTests },
      oops,
      { sql: 'sql 2', failedTests },
      oops,
      { sql: 'sql 3', failedTests },
      oops,
    ]);
    expect(question.attempt(3)).toMatchObject({ level: 'EXPERT', reason: 'ALL_FAILED' });
    expect(question.attempt(2).escalation?.failedSqls).toEqual([
      { level: 'BASIC', sql: 'sql 1', passRate: 50, failedTests },
      { level: 'BASIC', sql: 'oops', passRate: null, failedTests: oops.failedTests },
    ]);
    expect(question.attempt(3).escalation?.failedSqls.map(({ sql }) => sql)).toEqual([
      'sql 1',
      'sql 2',
      'oops',
      'oops',
    ]);
    const inputs = question.startedStages().filter(({ attempt }) => attempt === 2);
    expect(inputs.every(({ input }) => 'escalation' in input && input.escalation !== null)).toBe(true);
  });
});

describe('escalation', () => {
  it('happens without evaluation where no SQL is valid, and drops the tests still being written', () => {
    const question = ask({
      generate: (_task, { attempt }) => (attempt === 1 ? invalid('oops', 'no such column') : candidate('good')),
    });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    const tests = question.openTasks().filter((task) => !('strategy' in (task.payload as object)));
    for (const task of question.openTasks().filter((each) => 'strategy' in (each.payload as object))) {
      if (question.end(task)) question.advance();
    }
    expect(tests.map(({ status, straggler }) => ({ status, straggler }))).toEqual([
      { status: 'CANCELLED', straggler: false },
    ]);
    expect(question.attempt(2)).toMatchObject({ level: 'ADVANCED', reason: 'NO_SQL' });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', level: 'ADVANCED' });
    expect(question.events.filter(({ type }) => type === 'level-escalated')).toEqual([
      { type: 'level-escalated', from: 'BASIC', to: 'ADVANCED', reason: 'NO_SQL' },
    ]);
  });

  it('ends FAILED with no case where no level gave valid SQL, and stops at maxLevel', () => {
    const question = ask({ generate: () => invalid('oops', 'no') }, { settings: { maxLevel: 'ADVANCED' } });
    expect(question.runToEnd()).toMatchObject({ status: 'FAILED', case: null, level: 'ADVANCED' });
  });

  it('lists no refusal: it has no SQL', () => {
    const question = ask({ generate: () => invalid('', 'refused') });
    expect(question.runToEnd()).toMatchObject({ status: 'FAILED', result: { result: 'FAILED', sqlList: [] } });
    expect(question.attempt(2).escalation).toEqual({ failedSqls: [] });
  });

  it('asks nothing of the target database twice: one prepare for all attempts', () => {
    const question = ask({ evaluate: () => verdicts('no', 'no') });
    question.runToEnd();
    expect(kindsOf(question).filter((kind) => kind === 'prepare')).toHaveLength(1);
  });
});

describe('SILVER', () => {
  const nearlyThere: Partial<Agents> = {
    ...TEN_TESTS,
    generate: (_task, { attempt }) => candidate(`sql ${attempt}`),
    evaluate: (_task, { attempt }) => (attempt === 2 ? verdicts(...NINE_OF_TEN) : verdicts(...NONE_OF_TEN)),
    supervise: () => reviews({ 10: 'still wrong' }),
  };

  it('is the best candidate of any level at or above the threshold, where it is allowed', () => {
    const question = ask(nearlyThere, { settings: { allowSilver: true } });
    expect(question.runToEnd()).toMatchObject({
      status: 'SILVER',
      case: 'D',
      level: 'EXPERT',
      result: {
        result: 'SILVER',
        sqlList: [{ sql: 'sql 2', failedTests: [{ test: 'Test 10', reason: 'still wrong' }] }],
      },
    });
    expect(question.attempt(2)).toMatchObject({ selection: { by: 'silver' } });
    expect(question.attempt(3).winner).toBeNull();
    expect(question.finish?.confidence).toBeGreaterThan(0);
  });

  it('does not exist where it is not allowed', () => {
    expect(ask(nearlyThere).runToEnd().status).toBe('FAILED');
  });

  it('is what a bypassed evaluation gives: the valid candidate of lowest ordinal, and no tests at all', () => {
    const question = ask(
      { generate: propose(invalid('oops', 'no'), candidate('second'), candidate('third')) },
      { settings: { bypassEvaluation: true }, hasEvidence: true },
    );
    expect(question.runToEnd()).toMatchObject({
      status: 'SILVER',
      case: null,
      result: { result: 'SILVER', sqlList: [{ sql: 'second', failedTests: [] }] },
    });
    expect(kindsOf(question)).toEqual(['prepare', 'generate']);
    expect(question.attempt(1).selection?.by).toBe('bypass');
  });
});

describe('tests', () => {
  it('start together with generation, or before it where there is evidence', () => {
    const startedAfterPrepare = (hasEvidence: boolean): string[] => {
      const question = ask({}, { hasEvidence });
      question.advance();
      question.end(question.openTasks()[0]!);
      question.advance();
      return kindsOf(question);
    };
    expect(startedAfterPrepare(false)).toEqual(['prepare', 'precompute-tests', 'generate']);
    expect(startedAfterPrepare(true)).toEqual(['prepare', 'precompute-tests']);
    expect(ask({}, { hasEvidence: true }).runToEnd().status).toBe('GOLD');
  });

  it('that are evidence-critical go to generation, distinct and numbered', () => {
    const question = ask(
      {
        'precompute-tests': (task) => ({
          reasoning: '',
          tests: [
            { id: `a${task.ordinal}`, statement: 'Counts flights', evidenceCritical: false },
            { id: `b${task.ordinal}`, statement: 'Uses the  code AS', evidenceCritical: task.ordinal === 2 },
          ],
        }),
      },
      { hasEvidence: true, settings: { testBatches: 2 } },
    );
    question.runToEnd();
    const generation = question.startedStages().find(({ kind }) => kind === 'generate');
    expect(generation?.input).toMatchObject({
      evidenceCriticalTests: [{ id: 'b1', number: 1, statement: 'Uses the  code AS', evidenceCritical: true }],
    });
  });

  it('of the second moment begin while the first is still being written, and see the distinct candidates', () => {
    const question = ask({ generate: propose(candidate('one'), candidate('two'), candidate('ONE')) });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    for (const task of question.openTasks().filter((each) => 'strategy' in (each.payload as object))) {
      if (question.end(task)) question.advance();
    }
    expect(kindsOf(question)).toContain('evaluation-tests');
    const input = question.startedStages().find(({ kind }) => kind === 'evaluation-tests')?.input;
    expect(input).toMatchObject({ moment: 'evaluation', candidates: [{ number: 1, sql: 'one' }, { number: 2 }] });
    expect(question.runToEnd().status).toBe('GOLD');
  });

  const reduced = (groups: { keep: number; duplicates: number[] }[] | null): Partial<Agents> => ({
    ...TEN_TESTS,
    'reduce-tests': () => ({ reasoning: '', groups, reasks: 0 }),
  });

  it('are reduced by TestReducer where two batches delivered ten distinct ones', () => {
    const others = Array.from({ length: 8 }, (_, index) => ({ keep: index + 3, duplicates: [] }));
    const question = ask(reduced([{ keep: 2, duplicates: [1] }, ...others]));
    question.runToEnd();
    expect(question.attempt(1).tests).toMatchObject({ reduced: true, before: 10, distinct: 10, keptAs: { t1: 't2' } });
    expect(
      question
        .attempt(1)
        .tests?.numbered.map(({ id, number }) => `${number}:${id}`)
        .slice(0, 2),
    ).toEqual(['1:t2', '2:t3']);
    expect(question.events).toContainEqual({ type: 'tests-reduced', before: 10, after: 9 });
  });

  it.each([
    ['died', undefined, 'REDUCER_UNAVAILABLE'],
    ['never covered every test', null, 'REDUCTION_NOT_USABLE'],
    ['forgot tests', [{ keep: 1, duplicates: [2] }], 'REDUCTION_NOT_USABLE'],
  ])('stay as they are, with a warning, where TestReducer %s', (_what, groups, warning) => {
    const agents =
      groups === undefined ? { ...TEN_TESTS, 'reduce-tests': () => dead('MODEL_UNREACHABLE') } : reduced(groups);
    const question = ask(agents);
    expect(question.runToEnd().status).toBe('GOLD');
    expect(question.attempt(1).tests?.numbered).toHaveLength(10);
    expect(warningsOf(question)).toEqual([warning]);
  });

  it('of which none is left end in ERROR NO_TESTS, never in GOLD', () => {
    const none = (): { reasoning: string; tests: [] } => ({ reasoning: '', tests: [] });
    const question = ask({ 'precompute-tests': none, 'evaluation-tests': none });
    expect(question.runToEnd()).toMatchObject({ status: 'ERROR', error: { code: 'NO_TESTS' }, result: null });
  });

  it('of one moment are enough', () => {
    const question = ask({ 'precompute-tests': () => dead('MODEL_UNREACHABLE') });
    expect(question.runToEnd().status).toBe('GOLD');
    expect(warningsOf(question)).toEqual(['TESTS_MISSING']);
  });

  it('of which no batch was delivered end in ERROR with the cause', () => {
    const unreachable = (): ReturnType<typeof dead> => dead('MODEL_UNREACHABLE', 'connection refused');
    const question = ask({ 'precompute-tests': unreachable, 'evaluation-tests': unreachable });
    expect(question.runToEnd()).toMatchObject({
      status: 'ERROR',
      error: { code: 'MODEL_UNREACHABLE', message: 'connection refused' },
    });
  });
});

describe('infrastructure', () => {
  it('that delivers no candidate is an ERROR with its cause, not FAILED', () => {
    const question = ask({ generate: () => dead('MODEL_UNREACHABLE', 'connection refused') });
    expect(question.runToEnd()).toMatchObject({
      status: 'ERROR',
      case: null,
      result: null,
      error: { code: 'MODEL_UNREACHABLE', message: 'connection refused' },
    });
  });

  it('that loses single candidates is tolerated', () => {
    const question = ask({ generate: (task) => (task.ordinal < 3 ? dead('TIMEOUT') : candidate('good')) });
    expect(question.runToEnd().status).toBe('GOLD');
  });

  it('that cannot read the schema is an ERROR', () => {
    const question = ask({ prepare: () => dead('DATABASE_UNREACHABLE') });
    expect(question.runToEnd()).toMatchObject({ status: 'ERROR', error: { code: 'DATABASE_UNREACHABLE' } });
  });

  it('that lets nobody be judged is ERROR EVALUATION_INCOMPLETE, with the cause in words', () => {
    const finish = ask({ evaluate: () => dead('MODEL_UNREACHABLE', 'connection refused') }).runToEnd();
    expect(finish).toMatchObject({ status: 'ERROR', error: { code: 'EVALUATION_INCOMPLETE' } });
    expect(finish.error?.message).toContain('connection refused');
  });

  it('asks no second round of judges who all died', () => {
    const question = ask({ evaluate: () => dead('MODEL_UNREACHABLE') });
    question.runToEnd();
    expect(kindsOf(question).filter((kind) => kind === 'evaluate')).toHaveLength(1);
  });

  const twoCandidates = propose(candidate('judged'), candidate('unlucky'));

  it('does not keep the others from winning when one candidate cannot be judged', () => {
    const question = ask({ generate: twoCandidates, evaluate: judge({ unlucky: dead('TIMEOUT') }) });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'A', result: { sqlList: [{ sql: 'judged' }] } });
  });

  it('has a candidate that might change a D judged once more', () => {
    const question = ask({
      generate: twoCandidates,
      evaluate: (task, { round }) => {
        if (task.payload.candidate.sql === 'judged') return verdicts('no', 'no');
        return round === 1 ? dead('TIMEOUT') : verdicts(true, true);
      },
    });
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', result: { sqlList: [{ sql: 'unlucky' }] } });
    const rounds = question.startedStages().filter(({ kind }) => kind === 'evaluate');
    expect(rounds.map(({ tasks }) => tasks.length)).toEqual([2, 1]);
    expect(warningsOf(question)).toEqual(['JUDGED_AGAIN']);
  });

  it('ends in ERROR where that fails too: never pushed down to FAILED', () => {
    const question = ask(
      { generate: twoCandidates, evaluate: judge({ judged: verdicts('no', 'no'), unlucky: dead('TIMEOUT') }) },
      { level: 'EXPERT' },
    );
    expect(question.runToEnd()).toMatchObject({ status: 'ERROR', error: { code: 'EVALUATION_INCOMPLETE' } });
  });

  it('has a review that died asked for once more, then ends in ERROR rather than count it as FAIL', () => {
    const reviewing = (supervise: Agents['supervise']): SimulatedQuestion =>
      ask({ ...TEN_TESTS, evaluate: () => verdicts(...NINE_OF_TEN), supervise }, { level: 'EXPERT' });
    const recovered = reviewing((_task, { round }) => (round === 1 ? dead('TIMEOUT') : reviews({ 10: true })));
    expect(recovered.runToEnd().status).toBe('GOLD');
    const lost = reviewing(() => dead('TIMEOUT'));
    expect(lost.runToEnd()).toMatchObject({ status: 'ERROR', case: 'C', error: { code: 'EVALUATION_INCOMPLETE' } });
  });

  it('that can only repeat itself ends the question at once', () => {
    const question = ask({ 'precompute-tests': () => dead('BUDGET_EXCEEDED') });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    expect(question.finish).toMatchObject({ status: 'ERROR', error: { code: 'BUDGET_EXCEEDED' } });
    expect(question.openTasks()).toEqual([]);
  });
});

describe('cancel and deadline', () => {
  it('CANCELLED at any moment, with everything closed', () => {
    const question = ask();
    question.advance();
    question.run.cancelRequested = true;
    question.advance();
    expect(question.finish).toMatchObject({ status: 'CANCELLED', result: null, error: null });
    expect(question.openTasks()).toEqual([]);
    expect(question.events.at(-1)).toMatchObject({ type: 'question-finished', status: 'CANCELLED' });
  });

  it('CANCELLED before anything began', () => {
    const question = ask({}, { cancelRequested: true, level: 'ADVANCED' });
    question.advance();
    expect(question.finish).toMatchObject({ status: 'CANCELLED', level: 'ADVANCED' });
  });

  it('ends in ERROR DEADLINE_EXCEEDED, unless what is there decides', () => {
    const late = ask({}, { deadlineAt: 5 });
    late.advance();
    late.now = 5;
    late.advance();
    expect(late.finish).toMatchObject({ status: 'ERROR', error: { code: 'DEADLINE_EXCEEDED' } });
    const justInTime = ask({}, { deadlineAt: 1_000_000 });
    justInTime.advance();
    while (justInTime.finish === null) {
      if (!justInTime.end(justInTime.openTasks()[0]!)) continue;
      if (justInTime.openTasks().length === 0 && kindsOf(justInTime).includes('evaluate')) justInTime.now = 1_000_000;
      justInTime.advance();
    }
    expect(justInTime.finish.status).toBe('GOLD');
  });

  it('changes nothing after the end', () => {
    const question = ask();
    question.runToEnd();
    question.run.cancelRequested = true;
    expect(nextCommands(question.run, question.now + 1e9)).toEqual([]);
  });
});

describe('stragglers', () => {
  const startGeneration = (settings: Partial<Settings> = {}): SimulatedQuestion => {
    const question = ask({}, { settings: { sqlCandidates: 10, ...settings } });
    question.advance();
    question.end(question.openTasks()[0]!);
    question.advance();
    return question;
  };
  const generators = (question: SimulatedQuestion): ReturnType<SimulatedQuestion['openTasks']> =>
    question.openTasks().filter((task) => 'strategy' in (task.payload as object));

  it('are left behind once 70 % have ended and three times their median time has passed', () => {
    const question = startGeneration();
    question.now = 100;
    const wants = generators(question)
      .slice(0, 7)
      .map((task) => question.end(task));
    expect(wants).toEqual([false, false, false, false, false, false, true]);
    expect(question.advance()).toEqual([{ type: 'wake-at', at: 300 }]);
    question.now = 299;
    expect(question.advance()).toEqual([]);
    question.now = 300;
    const commands = question.advance();
    expect(commands).toContainEqual(
      expect.objectContaining({ type: 'close-stage', kind: 'generate', stragglers: true }),
    );
    expect(question.events).toContainEqual(
      expect.objectContaining({ type: 'stage-finished', stage: 'generate', tasks: 10, failed: 0, stragglers: 3 }),
    );
    expect(question.runToEnd().status).toBe('GOLD');
  });

  it('are waited for where the setting is off', () => {
    const question = startGeneration({ stragglers: null });
    question.now = 100;
    for (const task of generators(question).slice(0, 9)) expect(question.end(task)).toBe(false);
    question.now = 1_000_000;
    expect(question.advance()).toEqual([]);
  });
});

describe('prepare', () => {
  const lookedUp = (sendRows: boolean): unknown => {
    const question = ask({}, { question: "Who flies to 'Anchorage'?", settings: { sendRows } });
    question.run.words = ['anchorage'];
    question.advance();
    return question.openTasks()[0]?.payload;
  };

  it('looks up the values that the question names', () => {
    expect(lookedUp(true)).toEqual({ values: ['Anchorage'], words: ['anchorage'] });
  });

  it('looks up nothing where no value of the target database may reach a model', () => {
    expect(lookedUp(false)).toEqual({ values: [] });
  });
});
