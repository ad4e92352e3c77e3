import { describe, expect, it } from '@jest/globals';
import type { RequestProblem } from '@assay/contracts';
import { OF_WORKSPACE, refuseOverQuota } from './refuse-over-quota.js';

const NONE = { questionsPerDay: null, tokensPerDay: null, usdPerDay: null };
const EVENING = Date.parse('2026-11-22T23:59:30.500Z');
const today = { questions: 7, tokens: 12_000, costUsd: 0.1 + 0.2 };

function refusal(quota: Partial<typeof NONE> | { [name: string]: number }): RequestProblem | null {
  try {
    refuseOverQuota(today, { ...NONE, ...quota }, OF_WORKSPACE, EVENING);
    return null;
  } catch (error) {
    return error as RequestProblem;
  }
}

describe('a quota of a day', () => {
  it.each([
    ['none', {}],
    ['more questions', { questionsPerDay: 8 }],
    ['more tokens', { tokensPerDay: 12_001 }],
    ['more dollars', { usdPerDay: 0.31 }],
  ])('of %s than were used takes a question', (_what, quota) => {
    expect(refusal(quota)).toBeNull();
  });

  it.each([
    [{ questionsPerDay: 7 }, '7 of 7 questions (quota.questionsPerDay)'],
    [{ tokensPerDay: 0 }, '12000 of 0 tokens (quota.tokensPerDay)'],
    [{ usdPerDay: 0.3 }, '0.3 of 0.3 US dollars (quota.usdPerDay)'],
  ])('that is used up refuses until midnight of UTC, and says which: %j', (quota, limits) => {
    expect(refusal(quota)).toMatchObject({ status: 429, code: 'QUOTA_EXCEEDED', retryAfterSeconds: 30 });
    expect(refusal(quota)?.message).toContain(limits);
  });
});
