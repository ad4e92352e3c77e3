import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { passHatK } from './pass-hat-k.js';

function drawn(count: number, repeats: number, k: number): number {
  let [all, right] = [0, 0];
  for (let set = 0; set < 2 ** repeats; set += 1) {
    const members = Array.from({ length: repeats }, (_, index) => index).filter((index) => (set >> index) & 1);
    if (members.length !== k) continue;
    all += 1;
    if (members.every((index) => index < count)) right += 1;
  }
  return right / all;
}

describe('pass^k', () => {
  const tasks = fc.integer({ min: 1, max: 7 }).chain((repeats) =>
    fc.record({
      repeats: fc.constant(repeats),
      right: fc.array(fc.integer({ min: 0, max: repeats }), { minLength: 1, maxLength: 6 }),
    }),
  );

  it('is the share of draws that are right throughout', () => {
    fc.assert(
      fc.property(tasks, ({ repeats, right }) => {
        passHatK(right, repeats).forEach((percent, index) => {
          const expected = right.reduce((sum, count) => sum + drawn(count, repeats, index + 1), 0) / right.length;
          expect(percent).toBeCloseTo(100 * expected, 8);
        });
      }),
    );
  });

  it('falls with k, from the share of right answers to that of tasks answered right every time', () => {
    fc.assert(
      fc.property(tasks, ({ repeats, right }) => {
        const passes = passHatK(right, repeats);
        passes.slice(1).forEach((pass, index) => expect(pass).toBeLessThanOrEqual((passes[index] ?? 0) + 1e-9));
        const share = right.reduce((sum, count) => sum + count, 0) / (right.length * repeats);
        expect(passes[0]).toBeCloseTo(100 * share, 8);
        const always = right.filter((count) => count === repeats).length / right.length;
        expect(passes.at(-1)).toBeCloseTo(100 * always, 8);
      }),
    );
  });

  it('is nothing of no tasks', () => expect(passHatK([], 3)).toEqual([]));
});
