import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAgentFixture, sampleCandidate, type AgentFixture } from '@assay/work/service/testing';
import { SqlSelectorModule } from './sql-selector.agent.js';

describe('the sql-selector', () => {
  let fixture: AgentFixture<'sql-selector'>;
  beforeAll(async () => {
    fixture = await openAgentFixture('sql-selector', SqlSelectorModule);
  });
  afterAll(() => fixture?.close());

  it.each([
    ['A', 0],
    ['B', 1],
    ['tie', null],
  ] as const)('names the candidate behind %s', async (winner, index) => {
    const pair = [sampleCandidate(1), sampleCandidate(2)] as const;
    const payload = { first: pair[0], second: pair[1] };
    const answer = { reasoning: 'so', winner, confidence: 0.8 };
    const { result, events, calls } = await fixture.run({ input: {}, payload }, () => answer);
    const expected = index === null ? null : pair[index].id;
    expect(result).toEqual({ reasoning: 'so', winner: expected, confidence: 0.8 });
    const body = { a: pair[0].id, b: pair[1].id, winner: expected, confidence: 0.8 };
    expect(events).toEqual([{ type: 'pair-compared', body }]);
    expect(calls[0]).toMatchObject({ agent: 'sql-selector', body: { temperature: 0.2 } });
  });

  it('takes the choice from one line, where the contract’s shape never comes', async () => {
    const payload = { first: sampleCandidate(1), second: sampleCandidate(2) };
    const { result } = await fixture.run({ input: {}, payload }, ({ prompt }) => ({
      text: prompt.includes('Write one line') ? 'Winner: B, confidence: 70 %' : 'I like the second.',
    }));
    expect(result).toMatchObject({ winner: payload.second.id, confidence: 0.7 });
  });
});
