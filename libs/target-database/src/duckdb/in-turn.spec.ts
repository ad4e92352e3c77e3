import { describe, expect, it } from '@jest/globals';
import { inTurn } from './in-turn.js';

describe('inTurn', () => {
  it('runs so many at a time and the others after them, whether they fail or not', async () => {
    const run = inTurn(2);
    const order: number[] = [];
    let [running, most] = [0, 0];
    const one = async (number: number): Promise<number> => {
      order.push(number);
      running += 1;
      most = Math.max(most, running);
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      if (number % 3 === 0) throw new Error('failed');
      return number;
    };
    const numbers = Array.from({ length: 12 }, (_, number) => number);
    const ended = await Promise.allSettled(numbers.map((number) => run(() => one(number))));
    expect(most).toBe(2);
    expect(order).toEqual(numbers);
    expect(ended.map(({ status }) => status === 'rejected')).toEqual(numbers.map((number) => number % 3 === 0));
    await expect(run(() => one(1))).resolves.toBe(1);
  });
});
