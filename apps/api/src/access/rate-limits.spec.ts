import { describe, expect, it } from '@jest/globals';
import { RequestProblem } from '@assay/contracts';
import fc from 'fast-check';
import { RateLimits } from './rate-limits.js';

function limitsAt(clock: { now: number }, requests: number | null, questions: number | null = null): RateLimits {
  return new RateLimits({ requests, questions, failedKeys: null }, () => clock.now);
}

function refusal(take: () => void): RequestProblem | null {
  try {
    take();
    return null;
  } catch (error) {
    if (error instanceof RequestProblem) return error;
    throw error;
  }
}

describe('rate limits', () => {
  it('let a minute’s worth through at once, then say when there is room', () => {
    const clock = { now: 0 };
    const limits = limitsAt(clock, 6);
    for (let sent = 0; sent < 6; sent++) limits.take('key', 'requests');
    expect(refusal(() => limits.take('key', 'requests'))).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      retryAfterSeconds: 10,
    });
    clock.now = 9_999;
    expect(refusal(() => limits.take('key', 'requests'))?.retryAfterSeconds).toBe(1);
    clock.now = 10_001;
    expect(refusal(() => limits.take('key', 'requests'))).toBeNull();
  });

  it('count each key and each kind for itself', () => {
    const limits = limitsAt({ now: 0 }, 1, 1);
    limits.take('a', 'requests');
    limits.take('b', 'requests');
    limits.take('a', 'questions');
    expect(refusal(() => limits.take('a', 'questions'))).not.toBeNull();
  });

  it('can be off', () => {
    const limits = limitsAt({ now: 0 }, null);
    for (let sent = 0; sent < 1000; sent++) limits.take('key', 'requests');
    expect(refusal(() => limits.take('key', 'requests'))).toBeNull();
  });

  it('never let more than two minutes’ worth through in any minute, and always something after the wait they name', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50 }), fc.array(fc.nat(5000), { maxLength: 200 }), (limit, gaps) => {
        const clock = { now: 0 };
        const limits = limitsAt(clock, limit);
        const taken: number[] = [];
        for (const gap of gaps) {
          clock.now += gap;
          const refused = refusal(() => limits.take('key', 'requests'));
          if (refused === null) taken.push(clock.now);
        }
        for (const start of taken) {
          const within = taken.filter((at) => at >= start && at < start + 60_000);
          expect(within.length).toBeLessThanOrEqual(2 * limit);
        }
        let wait = refusal(() => limits.take('key', 'requests'));
        while (wait === null) wait = refusal(() => limits.take('key', 'requests'));
        clock.now += (wait.retryAfterSeconds ?? 0) * 1000;
        expect(refusal(() => limits.take('key', 'requests'))).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});
