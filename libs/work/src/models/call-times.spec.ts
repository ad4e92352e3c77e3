import { describe, expect, it } from '@jest/globals';
import { CallTimes } from './call-times.js';

const MOST = 120_000;

function timesOf(...observed: number[]): CallTimes {
  const times = new CallTimes();
  for (const ms of observed) times.observe('m', ms);
  return times;
}

describe('the timeout of a call', () => {
  it('is the configured one until five calls were answered', () => {
    expect(timesOf(3000, 3000, 3000, 3000).timeoutMs('m', MOST, 1)).toBe(MOST);
    expect(timesOf(9000, 9000, 9000, 9000, 9000).timeoutMs('m', MOST, 1)).toBe(27_000);
    expect(timesOf(9000, 9000, 9000, 9000, 9000).timeoutMs('another', MOST, 1)).toBe(MOST);
  });

  it('is three times the median, at least 20 s, and never above the configured one', () => {
    expect(timesOf(1000, 1000, 1000, 1000, 90_000).timeoutMs('m', MOST, 1)).toBe(20_000);
    expect(timesOf(8000, 9000, 10_000, 11_000, 90_000).timeoutMs('m', MOST, 1)).toBe(30_000);
    expect(timesOf(50_000, 50_000, 50_000, 50_000, 50_000).timeoutMs('m', MOST, 1)).toBe(MOST);
    expect(timesOf(1000, 1000, 1000, 1000, 1000).timeoutMs('m', 5000, 1)).toBe(5000);
  });

  it('doubles with each retry, and follows a model that becomes slower', () => {
    const times = timesOf(10_000, 10_000, 10_000, 10_000, 10_000);
    expect([1, 2, 3, 4].map((attempt) => times.timeoutMs('m', MOST, attempt))).toEqual([30_000, 60_000, MOST, MOST]);
    for (let call = 0; call < 10; call += 1) times.observe('m', 30_000);
    expect(times.timeoutMs('m', MOST, 1)).toBe(90_000);
  });
});
