import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ofType } from './harness/event-schema.js';
import { unanswered } from './harness/script.js';
import { shareWorld } from './harness/shared-world.js';
import type { Played, World } from './harness/world.js';

/** The first one that reaches the judges is used. */
const DEADLINES = [3, 15, 75];

describe('limits of a question', () => {
  let world: World;
  beforeAll(async () => {
    world = await shareWorld();
  });
  afterAll(() => world?.end());

  /** With evidence calls are sequential. */
  const playInTurn = (settings: object): Promise<Played> =>
    world.play(
      {},
      { settings: { sqlCandidates: 1, testBatches: 1, ...settings }, evidence: ['Every customer counts.'] },
    );

  it('say what was spent, by which agent, and let no further call begin', async () => {
    const { record, calls } = await playInTurn({ maxTokens: 1 });
    const { inputTokens, outputTokens } = record.usage;
    expect(record).toMatchObject({ status: 'ERROR', case: null, error: { code: 'BUDGET_EXCEEDED' } });
    expect(record.error?.message).toContain(`${inputTokens + outputTokens} of at most 1 tokens`);
    expect(record.error?.message).toMatch(/Spent on models: \d+ tokens, \$[\d.]+ in 1 call \(test-generator /);
    expect(ofType(record.events, 'question-finished')).toMatchObject([{ status: 'ERROR', case: null }]);
    expect(calls).toHaveLength(1);
  });

  it('are overshot by no more than the calls under way', async () => {
    const settings = { maxTokens: 1, sqlCandidates: 3, testBatches: 1, candidateRetries: 3 };
    const { record, calls } = await world.play({ sql: () => 'SELECT nothing FROM nowhere' }, { settings });
    expect(record.error?.code).toBe('BUDGET_EXCEEDED');
    expect(calls.length).toBeLessThanOrEqual(4);
    expect(calls.every(({ turn }) => turn === 0)).toBe(true);
  });

  it('of calls count the answered ones', async () => {
    const settings = { maxCalls: 5, sqlCandidates: 3, testBatches: 1 };
    const { record, calls } = await world.play({ sql: () => 'SELECT nothing FROM nowhere' }, { settings });
    expect(record.error?.code).toBe('BUDGET_EXCEEDED');
    expect(record.error?.message).toMatch(/\d+ of at most 5 calls/);
    expect(calls.length).toBeGreaterThanOrEqual(5);
    expect(calls.length).toBeLessThanOrEqual(5 + 4);
  });

  it('of dollars count what the model costs', async () => {
    const { record } = await playInTurn({ maxCostUsd: 0.0001 });
    expect(record.error?.code).toBe('BUDGET_EXCEEDED');
    expect(record.error?.message).toMatch(/\$0\.\d{4} of at most \$0\.0001/);
    // summation order may change the fourth decimal
    const [, dollars, calls] = / tokens, \$([\d.]+) in (\d+) calls?/.exec(record.error?.message ?? '') ?? [];
    expect(Math.abs(Number(dollars) - record.usage.costUsd)).toBeLessThanOrEqual(0.0001);
    expect(Number(calls)).toBe(record.usage.modelCalls);
  });

  it('of time say what was spent as well', async () => {
    let played: Played | undefined;
    for (const deadlineSeconds of DEADLINES) {
      const script = { any: ({ agent }: { agent: string }) => (agent === 'evaluator' ? unanswered() : undefined) };
      played = await world.play(script, { settings: { deadlineSeconds } });
      expect(played.record.error?.code).toBe('DEADLINE_EXCEEDED');
      if (played.calls.some(({ agent }) => agent === 'evaluator')) break;
    }
    expect(played?.record.error?.message).toMatch(/Spent on models: .*generator .*Open tasks stopped: \d+;/);
  });

  it('of dollars say once that a price is not known', async () => {
    const { record } = await world.play({}, { level: 'ADVANCED', settings: { maxCostUsd: 1 } });
    expect(record.status).toBe('GOLD');
    expect(ofType(record.events, 'warning-raised').filter(({ code }) => code === 'PRICE_UNKNOWN')).toHaveLength(1);
  });

  it('say nothing of prices where nothing is limited by them', async () => {
    const { record } = await world.play({}, { level: 'ADVANCED', settings: { maxTokens: 1_000_000 } });
    expect(ofType(record.events, 'warning-raised')).toEqual([]);
  });
});
