import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { TIME_SCALES, timing, timingAt } from './index.js';

const scales = fc.double({ min: TIME_SCALES.least, max: TIME_SCALES.most, noNaN: true });
const sum = (delays: readonly number[]): number => delays.reduce((total, delay) => total + delay, 0);

describe('time constants', () => {
  it('are those of real time without a scale', () => {
    expect(timing).toEqual(timingAt(1));
    expect(timing).toMatchObject({ heartbeat: 1000, unseen: 5000, sweep: 1000, circuitGiveUp: 30_000 });
  });

  it('give tests a heartbeat of 250 ms, and a silent process two seconds', () => {
    expect(timingAt(0.25)).toMatchObject({ heartbeat: 250, unseen: 2000, lateHeartbeat: 1000 });
  });

  it('keep their relations at every scale', () => {
    fc.assert(
      fc.property(scales, (scale) => {
        const at = timingAt(scale);
        // a late process notices first; one lost heartbeat is harmless
        expect(2 * at.heartbeat).toBeLessThanOrEqual(at.lateHeartbeat);
        expect(2 * at.lateHeartbeat).toBeLessThanOrEqual(at.unseen);
        expect(5 * at.heartbeat).toBeLessThanOrEqual(at.unseen);
        // a frozen process's locks are released before its tasks are reclaimed
        expect(at.idleInTransaction).toBeLessThan(at.unseen);
        expect(at.sweep).toBeLessThan(at.unseen);
        expect(at.answerPoll).toBeLessThan(at.unseen);
        // retries outlast the silence of a process
        expect(at.recordOutage).toBeGreaterThan(2 * at.unseen);
        expect(at.askOutage).toBeGreaterThan(2 * at.unseen);
        expect(at.stuckTurn).toBeGreaterThan(at.idleInTransaction);
        // BullMQ renews locks at half time
        expect(2 * at.ownStalled).toBeLessThan(at.ownLock);
        expect(at.recordRetry).toBeLessThan(at.recordOutage / 100);
        // the lossless outage: 20 s in real time
        expect(sum(at.retryDelays)).toBeGreaterThan(20_000 * scale);
        expect(at.circuitGiveUp).toBeGreaterThan(20_000 * scale);
        // failures of one outage stay together
        expect(at.circuitMemory).toBeGreaterThan(Math.max(...at.retryDelays) * 1.2);
        expect(at.circuitMemory).toBeGreaterThan(at.circuitOpen + at.circuitSpread);
        expect(
          Object.values(at)
            .flat()
            .every((ms) => ms > 0),
        ).toBe(true);
      }),
    );
  });
});
