import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { openAgentFixture, sampleCandidate, type AgentFixture } from '@assay/work/service/testing';
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

  it('reviews only the failed tests, and emits its verdicts', async () => {
    const candidate = sampleCandidate(1);
    const payload = { candidate, failed: [{ number: 2, reason: 'it sums' }] };
    const { result, events, calls } = await fixture.run({ input: { tests }, payload }, () => ({
      reasoning: 'so',
      reviews: [{ test: 2, verdict: 'OK', severity: 'minor', reason: 'it does not' }],
    }));
    expect(result).toMatchObject({
      reviews: [{ number: 2, verdict: 'PASS', severity: 'minor', reason: 'it does not' }],
    });
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
    const reviews = [{ number: 1, verdict: 'FAIL', severity: 'blocking', reason: 'not evaluated' }];
    expect(result).toMatchObject({ reviews });
  });

  it('tries all contested tests in one call, and emits the results', async () => {
    const contested = [1, 2].map((number) => ({
      number,
      by: 'objection' as const,
      objections: [{ sql: 1, reason: `fault ${number}` }],
    }));
    const candidates = [sampleCandidate(1, 'select name from singer')];
    const { result, events, calls } = await fixture.run(
      { input: { tests, candidates }, payload: { contested } },
      () => ({
        reasoning: 'looked at the question',
        decisions: [{ test: 2, decision: 'reading', otherwise: 'One is enough.', reason: 'it does not say' }],
      }),
    );
    expect(result).toEqual({
      reasoning: 'looked at the question',
      decisions: [
        { number: 1, decision: 'demanded', reason: 'The trial did not mention it.' },
        { number: 2, decision: 'reading', reason: 'it does not say', otherwise: 'One is enough.' },
      ],
    });
    expect(events.map(({ type, body }) => ({ type, ...body }))).toEqual([
      { type: 'test-tried', test: tests[0]?.id, decision: 'demanded', reason: 'The trial did not mention it.' },
      { type: 'test-tried', test: tests[1]?.id, decision: 'reading', reason: 'it does not say' },
    ]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ agent: 'supervisor' });
    for (const reported of ['select name from singer', 'fault 1', 'fault 2'])
      expect(calls[0]?.prompt).toContain(reported);
  });
});
