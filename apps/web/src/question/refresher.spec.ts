import { describe, expect, it } from '@jest/globals';
import { Refresher } from './refresher.js';

describe('a refresher', () => {
  it('never runs twice at once, and again for requests during a run', async () => {
    let running = 0;
    let most = 0;
    let runs = 0;
    const refresher = new Refresher(async () => {
      running += 1;
      runs += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setTimeout(resolve, 20));
      running -= 1;
    });
    for (let time = 0; time < 50; time++) refresher.want();
    while (runs < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect([most, runs]).toEqual([1, 2]);
  });

  it('continues after a refresh that failed, and begins nothing once it is stopped', async () => {
    let runs = 0;
    const refresher = new Refresher(async () => {
      runs += 1;
      throw new Error('away');
    });
    refresher.want();
    refresher.want();
    while (runs < 2) await new Promise((resolve) => setTimeout(resolve, 10));
    refresher.stop();
    refresher.want();
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(runs).toBe(2);
  });
});
