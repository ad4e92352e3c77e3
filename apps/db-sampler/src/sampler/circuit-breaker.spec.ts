import { describe, expect, it } from '@jest/globals';
import { targetFault } from '@assay/target-database';
import { CircuitBreaker } from './circuit-breaker.js';

const FAULT = targetFault('TARGET_CONNECTION_LOST');
const POLICY = { failures: 3, openMs: 1000, longestOpenMs: 3000 };

function fixture(): { breaker: CircuitBreaker; pass: (ms: number) => void; isOpen: () => boolean } {
  let now = 0;
  const breaker = new CircuitBreaker(POLICY, () => now);
  const isOpen = (): boolean => {
    try {
      breaker.admit();
      return false;
    } catch {
      return true;
    }
  };
  return { breaker, pass: (ms) => (now += ms), isOpen };
}

describe('the circuit breaker', () => {
  it('opens after failures in a row, and says how long to wait', () => {
    const { breaker, isOpen } = fixture();
    expect([breaker.failed(FAULT), breaker.failed(FAULT)]).toEqual([false, false]);
    expect(isOpen()).toBe(false);
    expect(breaker.failed(FAULT)).toBe(true);
    expect(() => breaker.admit()).toThrow(expect.objectContaining({ code: 'TARGET_UNAVAILABLE', retryAfterMs: 1000 }));
  });

  it('does not open for failures between successes', () => {
    const { breaker, isOpen } = fixture();
    for (let round = 0; round < 5; round += 1) {
      breaker.failed(FAULT);
      breaker.failed(FAULT);
      breaker.succeeded();
    }
    expect(isOpen()).toBe(false);
  });

  it('lets one probe through when the time has passed, and closes when it succeeds', () => {
    const { breaker, pass, isOpen } = fixture();
    for (let failure = 0; failure < 3; failure += 1) breaker.failed(FAULT);
    pass(1001);
    expect(isOpen()).toBe(false);
    expect(isOpen()).toBe(true);
    breaker.succeeded();
    expect(isOpen()).toBe(false);
    expect(isOpen()).toBe(false);
  });

  it('opens for longer each time a probe fails, up to its limit', () => {
    const { breaker, pass, isOpen } = fixture();
    for (let failure = 0; failure < 3; failure += 1) breaker.failed(FAULT);
    for (const wait of [1000, 2000, 3000, 3000]) {
      pass(wait - 1);
      expect(isOpen()).toBe(true);
      pass(2);
      expect(isOpen()).toBe(false);
      breaker.failed(FAULT);
    }
  });

  it('gives the next request the probe when the one that had it was cancelled', () => {
    const { breaker, pass, isOpen } = fixture();
    for (let failure = 0; failure < 3; failure += 1) breaker.failed(FAULT);
    pass(1001);
    expect(isOpen()).toBe(false);
    breaker.abstained();
    expect(isOpen()).toBe(false);
  });

  it('is not reported as open a minute after the last request, and still probes', () => {
    const { breaker, pass } = fixture();
    for (let failure = 0; failure < 3; failure += 1) breaker.failed(FAULT);
    pass(60_000);
    expect(breaker.isOpen).toBe(true);
    pass(1);
    expect(breaker.isOpen).toBe(false);
    breaker.admit();
    expect(() => breaker.admit()).toThrow(FAULT.message);
  });

  it('says why, and for how long it has been so', () => {
    const { breaker, pass } = fixture();
    breaker.failed(FAULT);
    pass(400);
    expect([breaker.failingMs, breaker.isOpen]).toEqual([0, false]);
    breaker.failed(FAULT);
    breaker.failed(FAULT);
    expect([breaker.failingMs, breaker.isOpen]).toEqual([400, true]);
    expect(() => breaker.admit()).toThrow(FAULT.message);
    breaker.succeeded();
    expect([breaker.failingMs, breaker.isOpen]).toEqual([0, false]);
  });
});
