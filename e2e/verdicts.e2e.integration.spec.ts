import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AgentCall } from './harness/prompt-view.js';
import { verdictsOf } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const STATEMENTS = ['First.', 'Second.', 'Third.', 'Fourth.', 'Fifth.'];
const ONE_CANDIDATE = { sqlCandidates: 1, testBatches: 1, maxLevel: 'BASIC' };
const answer = (verdicts: object[]): object => ({ reasoning: 'scripted', verdicts });
const numbers = (call: AgentCall | undefined): number[] => call?.tests.map(({ number }) => number) ?? [];
const evaluatorsOf = (calls: readonly AgentCall[]): AgentCall[] => calls.filter(({ agent }) => agent === 'evaluator');

describe('verdicts', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  const play = (verdicts: (call: AgentCall) => object): ReturnType<World['play']> =>
    world.play({ tests: () => STATEMENTS, verdicts }, { settings: ONE_CANDIDATE });

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

  it('that contradict each other for one test are missing', async () => {
    const { record, calls } = await play((call) => {
      const given = verdictsOf(call);
      return answer(call.turn === 0 ? [...given, { test: 5, verdict: 'KO', reason: 'or maybe not' }] : given);
    });
    expect(record).toMatchObject({ status: 'GOLD', case: 'A' });
    expect(evaluatorsOf(calls).map(numbers)).toEqual([[1, 2, 3, 4, 5], [5]]);
    expect(record.attempts[0]?.evaluations).toMatchObject([{ contradicting: [5], missing: [5], reasks: 1 }]);
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
});
