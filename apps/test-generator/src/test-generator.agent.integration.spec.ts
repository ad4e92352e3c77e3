import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openAgentFixture, sampleCandidate, type AgentFixture } from '@assay/work/service/testing';
import { TestGeneratorModule } from './test-generator.agent.js';

describe('the test-generator', () => {
  let fixture: AgentFixture<'test-generator'>;
  beforeAll(async () => {
    fixture = await openAgentFixture('test-generator', TestGeneratorModule);
  });
  afterAll(() => fixture?.close());

  it('gives each test an id, and emits it', async () => {
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

  it('asks for no reading tests, and takes none, where they are not wanted', async () => {
    const open = {
      statement: 'Do ties count?',
      evidenceCritical: false,
      kind: 'reading',
      alternatives: [
        { id: 'all', meaning: 'All of them.' },
        { id: 'one', meaning: 'One alone.' },
      ],
    };
    const answer = { reasoning: '', tests: [open, { statement: 'It has one row.', evidenceCritical: false }] };
    const input = { moment: 'precompute' as const, candidates: [] };
    const payload = { temperature: 0.5 };
    const wanted = await fixture.run({ input, payload }, () => answer);
    expect(wanted.result?.tests).toHaveLength(2);
    expect(wanted.calls[0]?.prompt).not.toContain('Write no reading tests');
    const unwanted = await fixture.run({ input: { ...input, readings: false as const }, payload }, () => answer);
    expect(unwanted.result?.tests).toMatchObject([{ statement: 'It has one row.' }]);
    expect(unwanted.calls[0]?.prompt).toContain('Write no reading tests');
  });
});
