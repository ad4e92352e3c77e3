import { describe, expect, it } from '@jest/globals';
import { ProbeClock } from './probe-clock.js';

function clockAt(elapsed: number, ran: number, waited: number): ProbeClock {
  let after = { now: 1000, ran: 50, waited: 70 };
  const clock = new ProbeClock({ now: () => after.now, scheduled: () => after });
  after = { now: 1000 + elapsed, ran: 50 + ran, waited: 70 + waited };
  return clock;
}

describe('the time of a probe', () => {
  it.each([
    ['by the clock on a machine without other work', 1999, 500, 0, true],
    ['until its limit is reached', 2000, 500, 0, false],
    ['without what other work took of the machine', 7000, 500, 1500, true],
    ['until its limit is reached under load', 8000, 500, 1500, false],
    ['for eight seconds longer at most', 10_000, 10, 10_000, false],
    ['by the clock if the system reports nothing', 2000, 0, 0, false],
  ])('runs %s', (_, elapsed, ran, waited, isWithin) => {
    expect(clockAt(elapsed, ran, waited).isWithin(2000)).toBe(isWithin);
  });

  it('is read from the system', () => {
    const clock = new ProbeClock();
    expect(clock.isWithin(60_000)).toBe(true);
    expect(clock.isWithin(0)).toBe(false);
  });
});
