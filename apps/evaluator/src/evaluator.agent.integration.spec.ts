import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@assay/contracts';
import { openAgentFixture, sampleCandidate, type AgentFixture } from '@assay/work/service/testing';
import { EvaluatorModule } from './evaluator.agent.js';

const tests = [1, 2].map((number) => ({
  id: newId(),
  number,
  statement: `Statement ${number}.`,
  evidenceCritical: false,
}));

describe('the evaluator', () => {
  let fixture: AgentFixture<'evaluator'>;
  beforeAll(async () => {
    fixture = await openAgentFixture('evaluator', EvaluatorModule);
  });
  afterAll(() => fixture?.close());

  it('judges by its own contract, and emits every verdict', async () => {
    const candidate = sampleCandidate(1);
    const verdicts = [
      { test: 2, verdict: 'KO', reason: 'it sums' },
      { test: 1, verdict: 'OK', reason: 'it counts' },
    ];
    const { status, result, events, calls } = await fixture.run({ input: { tests }, payload: { candidate } }, () => ({
      reasoning: 'so',
      verdicts,
    }));
    expect(status).toBe('DONE');
    expect(result?.verdicts).toEqual([
      { number: 1, verdict: 'PASS', reason: 'it counts' },
      { number: 2, verdict: 'FAIL', reason: 'it sums' },
    ]);
    const reported = { candidate: candidate.id, by: 'evaluator' };
    expect(events).toEqual([
      { type: 'verdict-given', body: { ...reported, test: tests[0]?.id, verdict: 'PASS', reason: 'it counts' } },
      { type: 'verdict-given', body: { ...reported, test: tests[1]?.id, verdict: 'FAIL', reason: 'it sums' } },
    ]);
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({ agent: 'evaluator', body: { temperature: 0.2 } });
    expect(calls[0]?.prompt).toContain(candidate.sql);
  });

  it('judges by the tests that it is asked on, and by no other', async () => {
    const payload = { candidate: sampleCandidate(1), tests: [2] };
    const { result, events, calls } = await fixture.run({ input: { tests }, payload }, () => ({
      reasoning: 'so',
      verdicts: [{ test: 2, verdict: 'OK', reason: 'it counts' }],
    }));
    expect(result?.verdicts).toEqual([{ number: 2, verdict: 'PASS', reason: 'it counts' }]);
    expect(events.map(({ body }) => (body as { test: string }).test)).toEqual([tests[1]?.id]);
    expect(calls[0]?.prompt).toContain('Statement 2.');
    expect(calls[0]?.prompt).not.toContain('Statement 1.');
  });

  it('asks twice more for a verdict that is missing, and then counts it as FAIL', async () => {
    const payload = { candidate: sampleCandidate(1) };
    const { result, calls } = await fixture.run({ input: { tests }, payload }, () => ({
      reasoning: '',
      verdicts: [{ test: 1, verdict: 'OK', reason: 'it counts' }],
    }));
    expect(calls).toHaveLength(3);
    expect(result).toMatchObject({ missing: [2], extra: [1], reasks: 2 });
    expect(result?.verdicts[1]).toEqual({ number: 2, verdict: 'FAIL', reason: 'not evaluated' });
  });
});
