import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { watchAnswer } from './watch-answer.js';

/** Blocks like a suspension. */
function holdUp(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

describe('a watch over an answer', () => {
  const overdue = jest.fn();
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  let stop: () => void;

  beforeEach(() => {
    overdue.mockReset();
  });
  afterEach(() => stop());

  it('gives up what does not answer', async () => {
    await new Promise<void>((resolve) => (stop = watchAnswer(1, resolve)));
  });

  it('never gives up what was answered', async () => {
    stop = watchAnswer(1, overdue);
    stop();
    holdUp(10);
    await turn();
    expect(overdue).not.toHaveBeenCalled();
  });

  it('lets a process that was held up read first what has arrived', async () => {
    stop = watchAnswer(1, overdue);
    holdUp(600);
    await turn();
    await turn();
    expect(overdue).not.toHaveBeenCalled();
    await new Promise<void>((resolve) => overdue.mockImplementation(() => resolve()));
  });
});
