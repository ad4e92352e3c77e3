import { describe, expect, it } from '@jest/globals';
import type { WorkspaceUsage } from '@assay/contracts';
import { describeUsage } from './usage-today.js';

const USAGE: WorkspaceUsage = {
  day: '2026-01-01',
  resetsAt: '2026-01-02T00:00:00.000Z',
  questions: { used: 12, limit: null },
  tokens: { used: 34_000, limit: null },
  costUsd: { used: 0.12, limit: null },
};

describe('what a workspace has used today', () => {
  it('is said without limits where there is no quota', () => {
    expect(describeUsage(USAGE)).toEqual({ over: false, summary: '12 questions, 34,000 tokens, $0.12' });
  });

  it('says nothing of dollars where no price is known', () => {
    const usage = { ...USAGE, costUsd: { used: 0, limit: null } };
    expect(describeUsage(usage).summary).toBe('12 questions, 34,000 tokens');
    const once = { ...usage, questions: { used: 1, limit: null }, tokens: { used: 0, limit: 1 } };
    expect(describeUsage(once).summary).toBe('1 question, 0 of 1 token');
  });

  it('is said beside the quotas', () => {
    const usage = { ...USAGE, questions: { used: 12, limit: 100 }, costUsd: { used: 0.12, limit: 5 } };
    expect(describeUsage(usage)).toEqual({
      over: false,
      summary: '12 of 100 questions, 34,000 tokens, $0.12 of $5.00',
    });
  });

  it.each([
    ['questions', { questions: { used: 12, limit: 12 } }],
    ['tokens', { tokens: { used: 34_000, limit: 30_000 } }],
    ['dollars', { costUsd: { used: 0, limit: 0 } }],
  ])('is too much once a quota of %s is used up', (_what, part) => {
    expect(describeUsage({ ...USAGE, ...part }).over).toBe(true);
  });
});
