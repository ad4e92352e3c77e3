import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAgentFixture, sampleCandidate, type AgentFixture } from '@assay/service/testing';
import { TestGeneratorModule } from './test-generator.agent.js';

describe('the test-generator', () => {
  let fixture: AgentFixture<'test-generator'>;
  beforeAll(async () => {
    fixture = await openAgentFixture('test-generator', TestGeneratorModule);
  });
  afterAll(() => fixture?.close());

  it('gives each test an id, and tells of it', async () => {
    const written = [
      { statement: 'It counts customers.', evidenceCritical: true },
      { statement: 'It has one row.', evidenceCritical: false },
    ];
    const input = { moment: 'precompute' as const, candidates: [] };
    const { result, events, calls } = await fixture.run({ input, payload: { temperature: 0.7 } }, () => ({
      reasoning: 'so',
      tests: written,
    }));
    expect(result?.tests).toMatchObject(written);
    expect(new Set(result?.tests.map(({ id }) => id)).size).toBe(2);
    expect(events).toEqual(
      result?.tests.map(({ id, ...test }) => ({
        type: 'test-generated',
        body: { test: id, ...test, moment: 'precompute' },
      })),
    );
    expect(calls[0]).toMatchObject({ agent: 'test-generator', body: { temperature: 0.7 } });
  });

  it('sees the candidates at the second moment', async () => {
    const input = { moment: 'evaluation' as const, candidates: [sampleCandidate(1, 'select count(*) from customer')] };
    const { calls } = await fixture.run({ input, payload: { temperature: 0.5 } }, () => ({ reasoning: '', tests: [] }));
    expect(calls[0]?.prompt).toContain('select count(*) from customer');
  });
});
