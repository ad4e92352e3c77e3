import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { openAgentFixture, sampleCandidate, type AgentFixture } from '@assay/service/testing';
import { SupervisorModule } from './supervisor.agent.js';

const tests = [1, 2].map((number) => ({
  id: newId(),
  number,
  statement: `Statement ${number}.`,
  evidenceCritical: false,
}));

describe('the supervisor', () => {
  let fixture: AgentFixture<'supervisor'>;
  beforeAll(async () => {
    fixture = await openAgentFixture('supervisor', SupervisorModule);
  });
  afterAll(() => fixture?.close());

  it('looks again at the failed tests alone, and tells its verdicts', async () => {
    const candidate = sampleCandidate(1);
    const payload = { candidate, failed: [{ number: 2, reason: 'it sums' }] };
    const { result, events, calls } = await fixture.run({ input: { tests }, payload }, () => ({
      reasoning: 'so',
      reviews: [{ test: 2, verdict: 'OK', severity: 'minor', reason: 'it does not' }],
    }));
    expect(result?.reviews).toEqual([{ number: 2, verdict: 'PASS', severity: 'minor', reason: 'it does not' }]);
    expect(events).toEqual([
      {
        type: 'verdict-given',
        body: { candidate: candidate.id, test: tests[1]?.id, verdict: 'PASS', reason: 'it does not', by: 'supervisor' },
      },
    ]);
    expect(calls[0]).toMatchObject({ agent: 'supervisor', body: { temperature: 0.2 } });
    expect(calls[0]?.prompt).toContain('it sums');
  });

  it('rejects by a test that it never answers', async () => {
    const payload = { candidate: sampleCandidate(1), failed: [{ number: 1, reason: 'it sums' }] };
    const { result, calls } = await fixture.run({ input: { tests }, payload }, () => ({ reasoning: '', reviews: [] }));
    expect(calls).toHaveLength(3);
    expect(result?.reviews).toEqual([{ number: 1, verdict: 'FAIL', severity: 'blocking', reason: 'not evaluated' }]);
  });
});
