import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofType } from './harness/event-schema.js';
import type { AgentCall } from './harness/prompt-view.js';
import { verdictsOf } from './harness/script.js';
import { createWorld, type World } from './harness/world.js';

const STATEMENTS = ['First.', 'Second.', 'Third.', 'Fourth.', 'Fifth.'];
const ONE_CANDIDATE = { sqlCandidates: 1, testBatches: 1, maxLevel: 'BASIC' };
const answer = (verdicts: object[]): object => ({ reasoning: 'scripted', verdicts });
const numbers = (call: AgentCall | undefined): number[] => call?.tests.map(({ number }) => number) ?? [];
const evaluatorsOf = (calls: readonly AgentCall[]): AgentCall[] => calls.filter(({ agent }) => agent === 'evaluator');

describe('verdicts', () => {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world?.end());

  const play = (verdicts: (call: AgentCall) => object): ReturnType<World['play']> =>
    world.play({ tests: () => STATEMENTS, verdicts }, { settings: ONE_CANDIDATE });

  it('are matched by number when they come in another order', async () => {
    const { record, calls } = await play((call) =>
      answer(verdictsOf(call, (_sql, statement) => (statement === 'Second.' ? 'wrong' : null)).reverse()),
    );
    const [attempt] = record.attempts;
    const second = attempt?.tests.find(({ statement }) => statement === 'Second.');
    expect(attempt?.verdicts.filter(({ verdict }) => verdict === 'FAIL')).toMatchObject([{ test: second?.id }]);
    expect(attempt?.scores[0]?.text).toBe('SQL #1: OK, KO - wrong, OK, OK, OK');
    expect(evaluatorsOf(calls)).toHaveLength(1);
    expect(attempt?.evaluations).toMatchObject([{ missing: [], extra: [], contradicting: [], reasks: 0 }]);
  });

  it('that are missing are asked for again alone, under their own numbers', async () => {
    const { record, calls } = await play((call) =>
      answer(verdictsOf(call).filter(({ test }) => call.turn > 0 || (test !== 2 && test !== 4))),
    );
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    const evaluators = evaluatorsOf(calls);
    expect(evaluators.map(numbers)).toEqual([
      [1, 2, 3, 4, 5],
      [2, 4],
    ]);
    expect(evaluators[1]?.tests.map(({ statement }) => statement)).toEqual(['Second.', 'Fourth.']);
    expect(record.attempts[0]?.evaluations).toMatchObject([{ missing: [2, 4], reasks: 1 }]);
  });

  it('that never come count as FAIL "not evaluated" after two more asks', async () => {
    const { record, calls } = await play((call) => answer(verdictsOf(call).filter(({ test }) => test !== 3)));
    expect(evaluatorsOf(calls).map(numbers)).toEqual([[1, 2, 3, 4, 5], [3], [3]]);
    expect(record).toMatchObject({ status: 'FAILED', case: 'D' });
    expect(record.result?.sqlList[0]?.failedTests).toEqual([{ test: 'Third.', reason: 'not evaluated' }]);
    expect(record.attempts[0]?.evaluations).toMatchObject([{ missing: [3], reasks: 2 }]);
    expect(ofType(record.events, 'verdict-given').filter(({ verdict }) => verdict === 'FAIL')).toMatchObject([
      { reason: 'not evaluated', by: 'evaluator' },
    ]);
  });

  it('that nobody asked for are dropped and recorded', async () => {
    const { record, calls } = await play((call) =>
      answer([
        { test: 6, verdict: 'KO', reason: 'there is no test 6' },
        ...verdictsOf(call),
        { test: 99, verdict: 'OK', reason: 'nor 99' },
      ]),
    );
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    expect(record.attempts[0]?.verdicts).toHaveLength(5);
    expect(record.attempts[0]?.evaluations).toMatchObject([{ extra: [6, 99], missing: [], reasks: 0 }]);
    expect(evaluatorsOf(calls)).toHaveLength(1);
  });

  it('that contradict each other for one test are missing', async () => {
    const { record, calls } = await play((call) => {
      const given = verdictsOf(call);
      return answer(call.turn === 0 ? [...given, { test: 5, verdict: 'KO', reason: 'or maybe not' }] : given);
    });
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    expect(evaluatorsOf(calls).map(numbers)).toEqual([[1, 2, 3, 4, 5], [5]]);
    expect(record.attempts[0]?.evaluations).toMatchObject([{ contradicting: [5], missing: [5], reasks: 1 }]);
  });

  it('that are given twice alike count once', async () => {
    const { record, calls } = await play((call) => answer([...verdictsOf(call), ...verdictsOf(call)]));
    expect(record.status).toBe('GOLD');
    expect(record.attempts[0]?.verdicts).toHaveLength(5);
    expect(evaluatorsOf(calls)).toHaveLength(1);
  });

  it('in the textual form are understood', async () => {
    const { record } = await world.play(
      {
        tests: () => STATEMENTS,
        verdicts: () => ({ text: 'SQL #1: OK, OK, KO - "no, not OK", OK, OK' }),
      },
      { settings: ONE_CANDIDATE },
    );
    expect(record.result?.sqlList[0]?.failedTests).toEqual([{ test: 'Third.', reason: 'no, not OK' }]);
  });

  it('of the supervisor are matched by the evaluator’s numbers, and missing ones asked for again', async () => {
    const ten = Array.from({ length: 20 }, (_, index) => `Assertion ${index + 1}.`);
    const { record, calls } = await world.play(
      {
        tests: () => ten,
        groups: (call) => ({
          reasoning: '',
          groups: call.tests.map(({ number }) => ({ keep: number, duplicates: [] })),
        }),
        judge: (_sql, statement) => (statement === ten[4] || statement === ten[13] ? 'trifle' : null),
        reviews: (call) => {
          const asked = call.failedTests.filter(({ number }) => call.turn > 0 || number !== 5);
          const reviews = asked.map(({ number }) => ({
            test: number,
            verdict: 'OK',
            severity: 'none',
            reason: 'fine after all',
          }));
          return {
            reasoning: 'again',
            reviews: [...reviews.reverse(), { test: 1, verdict: 'KO', severity: 'blocking', reason: 'unasked' }],
          };
        },
      },
      { settings: ONE_CANDIDATE },
    );
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    const supervisors = calls.filter(({ agent }) => agent === 'supervisor');
    expect(supervisors.map(({ failedTests }) => failedTests.map(({ number }) => number))).toEqual([[5, 14], [5]]);
    expect(record.attempts[0]?.evaluations.find(({ by }) => by === 'supervisor')).toMatchObject({
      missing: [5],
      extra: [1],
      reasks: 1,
    });
    expect(record.attempts[0]?.verdicts.filter(({ by }) => by === 'supervisor')).toHaveLength(2);
  });

  it('of a candidate whose judge could not be had are UNDECIDED, and do not push the others down', async () => {
    const other = 'SELECT count(city) AS customers FROM customer';
    const { record } = await world.play(
      {
        sql: ({ job }) => (job === 0 ? other : 'SELECT count(*) AS customers FROM customer'),
        verdicts: (call) =>
          call.candidates[0] === other
            ? { status: 400, body: { error: { message: 'this prompt is refused', type: 'invalid_request_error' } } }
            : answer(verdictsOf(call)),
      },
      { settings: { sqlCandidates: 2 } },
    );
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    const [attempt] = record.attempts;
    const unjudged = attempt?.candidates.find(({ sql }) => sql === other)?.id;
    const own = attempt?.verdicts.filter(({ candidate }) => candidate === unjudged) ?? [];
    expect(own.length).toBeGreaterThan(0);
    expect(new Set(own.map(({ verdict }) => verdict))).toEqual(new Set(['UNDECIDED']));
    expect(attempt?.scores.find(({ candidate }) => candidate === unjudged)?.text).toMatch(/^SQL #\d: \?\?/);
  });

  it('of nobody end in ERROR EVALUATION_INCOMPLETE, never in FAILED', async () => {
    const { record } = await world.play({
      verdicts: () => ({ status: 400, body: { error: { message: 'refused', type: 'invalid_request_error' } } }),
    });
    expect(record).toMatchObject({ status: 'ERROR', result: null, error: { code: 'EVALUATION_INCOMPLETE' } });
  });

  it('with no test to judge by end in ERROR NO_TESTS, never in GOLD', async () => {
    const { record } = await world.play({ tests: () => [] });
    expect(record).toMatchObject({ status: 'ERROR', level: 'EXPERT', result: null, error: { code: 'NO_TESTS' } });
  });
});
