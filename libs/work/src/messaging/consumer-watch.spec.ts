import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ConsumerProgress } from './consumer-watch.js';
import { ConsumerWatch } from './consumer-watch.js';

describe('the watch over consumers', () => {
  let now: number;
  let waiting: () => Promise<boolean>;
  let consumer: ConsumerProgress;
  let watch: ConsumerWatch;

  beforeEach(() => {
    now = 1000;
    waiting = async () => true;
    consumer = { queue: 'evaluator', jobsUnderWay: 0, jobsAtMost: 2, movedAt: 1000 };
    const watched = { progress: () => [consumer], hasWaiting: () => waiting() };
    watch = new ConsumerWatch(watched, { free: 60, full: 900 }, () => now);
  });

  async function lookFor(time: number): Promise<void> {
    for (const end = now + time; now < end; now += 5) await watch.look();
    await watch.look();
  }

  it('finds a consumer stuck that takes nothing while work waits', async () => {
    await lookFor(50);
    expect(watch.stuck()).toEqual([]);
    await lookFor(30);
    expect(watch.stuck()).toEqual(['evaluator']);
  });

  it('leaves alone a consumer with nothing to do', async () => {
    waiting = async () => false;
    await lookFor(5000);
    expect(watch.stuck()).toEqual([]);
  });

  it('leaves alone a consumer that moves', async () => {
    for (let round = 0; round < 50; round += 1) {
      consumer = Object.assign(consumer, { movedAt: now });
      await lookFor(40);
      expect(watch.stuck()).toEqual([]);
    }
  });

  it('starts over when there was nothing to do for a moment', async () => {
    await lookFor(50);
    waiting = async () => false;
    await lookFor(0);
    waiting = async () => true;
    await lookFor(50);
    expect(watch.stuck()).toEqual([]);
  });

  it('blames no consumer for queues that are unreachable', async () => {
    waiting = () => Promise.reject(new Error('away'));
    await lookFor(5000);
    expect(watch.stuck()).toEqual([]);
  });

  it('gives one whose slots are all taken the time of the longest job', async () => {
    consumer.jobsUnderWay = 2;
    await lookFor(800);
    expect(watch.stuck()).toEqual([]);
    await lookFor(200);
    expect(watch.stuck()).toEqual(['evaluator']);
  });

  it('lives again as soon as the consumer does', async () => {
    await lookFor(100);
    consumer.movedAt = now;
    await watch.look();
    expect(watch.stuck()).toEqual([]);
  });
});
