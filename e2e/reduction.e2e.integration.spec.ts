import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofType } from './harness/event-schema.js';
import type { AgentCall } from './harness/prompt-view.js';
import { shareWorld } from './harness/shared-world.js';
import type { World } from './harness/world.js';

const TWELVE = Array.from({ length: 12 }, (_, index) => `Assertion number ${index + 1} holds`);
const reducersOf = (calls: readonly AgentCall[]): AgentCall[] => calls.filter(({ agent }) => agent === 'test-reducer');

/** 3 and 4 under 2. */
function goodGroups({ tests }: AgentCall): object {
  const groups = tests
    .filter(({ number }) => number !== 3 && number !== 4)
    .map(({ number }) => ({ keep: number, duplicates: number === 2 ? [3, 4] : [] }));
  return { reasoning: '2, 3 and 4 say the same', groups };
}

describe('reduction of tests', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  it('asks TestReducer for groups, and keeps one of each', async () => {
    const { record, calls } = await world.play({ tests: () => TWELVE, groups: goodGroups });
    expect(record.status).toBe('GOLD');
    expect(reducersOf(calls)).toHaveLength(1);
    expect(reducersOf(calls)[0]?.tests.map(({ statement }) => statement)).toEqual(TWELVE);
    expect(reducersOf(calls)[0]?.prompt).toContain('how many customers are there');
    const kept = record.attempts[0]?.tests.filter(({ number }) => number !== null) ?? [];
    expect(kept.map(({ statement }) => statement)).toEqual(TWELVE.filter((_text, index) => index !== 2 && index !== 3));
    const evaluator = calls.find(({ agent }) => agent === 'evaluator');
    expect(evaluator?.tests.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(ofType(record.events, 'tests-reduced')).toMatchObject([{ before: 48, after: 10 }]);
  });

  it('continues with the unreduced list when TestReducer is not available, and says so', async () => {
    const { record } = await world.play({
      tests: () => TWELVE,
      groups: () => ({ status: 400, body: { error: { message: 'no', type: 'invalid_request_error' } } }),
    });
    expect(record.status).toBe('GOLD');
    expect(record.attempts[0]?.tests.filter(({ number }) => number !== null)).toHaveLength(12);
    expect(ofType(record.events, 'warning-raised')).toHaveLength(1);
  });

  it('never drops an evidence-critical test without marking its representative', async () => {
    const { record, calls } = await world.play(
      {
        tests: ({ job }) =>
          TWELVE.map((text, index) => (job === 0 && (index === 2 || index === 5) ? `!${text}` : text)),
        groups: (call) => goodGroups(call),
      },
      { evidence: ['Customers are the rows of customer.'] },
    );
    const [attempt] = record.attempts;
    const third = attempt?.tests.find(({ statement, keptAs }) => statement === TWELVE[2] && keptAs === null);
    expect(third).toMatchObject({ number: expect.any(Number), evidenceCritical: true });
    const sixth = attempt?.tests.find(({ statement, keptAs }) => statement === TWELVE[5] && keptAs === null);
    expect(sixth).toMatchObject({ evidenceCritical: true });
    expect(reducersOf(calls)[0]?.tests.filter(({ evidenceCritical }) => evidenceCritical)).toHaveLength(2);
  });
});
