import { describe, expect, it } from '@jest/globals';
import {
  ask,
  judge,
  kindsOf,
  propose,
  warningsOf,
  NINE_OF_TEN,
  NONE_OF_TEN,
  TEN_TESTS,
} from './fixtures/asked-question.js';
import { candidate, dead, invalid, reviews, verdicts } from './fixtures/scripted-agents.js';

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
    ['frequent', 'the most frequent text', [same('longer'), same('short'), same('longer')], 'longer'],
    ['single-result', 'the simplest was taken', [same('longest'), same('longer'), same('short')], 'short'],
    ['coin', 'the seeded coin fell', [same('a', 1), same('b', 1), same('c', 1)], /^[abc]$/],
  ] as const)(
    'B: of passers with the same result one is taken by %s, and %s is what is said',
    (by, stated, sqls, sql) => {
      const question = ask({ generate: propose(...sqls) });
      const won = expect.stringMatching(sql);
      expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'B', result: { sqlList: [{ sql: won }] } });
      expect(question.finish?.stopReason).toContain(stated);
      expect(question.attempt(1).selection).toMatchObject({ by, finalists: [{ clusterSize: 3 }] });
      expect(kindsOf(question)).not.toContain('compare');
    },
  );

  it('B: results beyond the four finalists are counted, with a warning, and shown to the judges', () => {
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

  it('C: each candidate at the threshold has a review of its own, all started together', () => {
    const question = ask(
      {
        ...TEN_TESTS,
        generate: propose(candidate('close'), candidate('near'), candidate('far')),
        evaluate: judge({
          close: verdicts(...NINE_OF_TEN),
          near: verdicts(...NINE_OF_TEN),
          far: verdicts(...NONE_OF_TEN),
        }),
        supervise: () => reviews({ 10: true }),
      },
      { settings: { sqlCandidates: 3 } },
    );
    expect(question.runToEnd()).toMatchObject({ status: 'GOLD', case: 'B' });
    const reviewed = question.startedStages().filter(({ kind }) => kind === 'supervise');
    expect(reviewed.map(({ tasks }) => tasks.map(({ payload }) => payload))).toMatchObject([
      [{ candidate: { sql: 'close' } }, { candidate: { sql: 'near' } }],
    ]);
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
