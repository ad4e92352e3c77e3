import { describe, expect, it } from '@jest/globals';
import { setImmediate as turn } from 'node:timers/promises';
import { PauseWatch } from './pause-watch.js';

describe('the watch over pauses', () => {
  it('takes a queue for paused until it is known to be open', async () => {
    const watch = new PauseWatch(async (queue) => queue === 'evaluator');
    expect([watch.isOpen('generator'), watch.isOpen('evaluator')]).toEqual([false, false]);
    await turn();
    expect([watch.isOpen('generator'), watch.isOpen('evaluator')]).toEqual([true, false]);
    watch.stop();
  });

  it('knows at once what this process orders, whatever a look under way finds', async () => {
    let answer: (paused: boolean) => void = () => undefined;
    const watch = new PauseWatch(() => new Promise((resolve) => (answer = resolve)));
    watch.isOpen('generator');
    watch.note('generator', true);
    answer(false);
    await turn();
    expect(watch.isOpen('generator')).toBe(false);
    watch.note('generator', false);
    expect(watch.isOpen('generator')).toBe(true);
    watch.stop();
  });

  it('keeps what it knows while the queues are unreachable', async () => {
    const watch = new PauseWatch(async () => Promise.reject(new Error('away')));
    watch.note('generator', false);
    expect(watch.isOpen('generator')).toBe(true);
    await turn();
    expect(watch.isOpen('generator')).toBe(true);
    watch.stop();
  });
});
