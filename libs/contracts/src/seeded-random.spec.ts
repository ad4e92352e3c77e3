import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { derivedSeed, seededRandom, shuffle } from './seeded-random.js';

describe('seededRandom', () => {
  it('gives the same sequence for the same seed and labels, in every version', () => {
    const random = seededRandom(42, 'generate', 1, 3);
    const again = seededRandom(42, 'generate', 1, 3);
    expect([random(), random(), random()]).toEqual([again(), again(), again()]);
    expect(derivedSeed(42, 'generate', 1, 3)).toMatchInlineSnapshot(`1614635270`);
  });

  it('keeps the draws of different uses apart', () => {
    expect(derivedSeed(42, 'ab', 'c')).not.toBe(derivedSeed(42, 'a', 'bc'));
    expect(derivedSeed(42, 1)).not.toBe(derivedSeed(42, '1'));
    expect(derivedSeed(42, 'coin')).not.toBe(derivedSeed(43, 'coin'));
  });

  it('draws evenly from [0, 1)', () => {
    const random = seededRandom(7, 'even');
    const draws = Array.from({ length: 10_000 }, () => random());
    expect(draws.every((draw) => draw >= 0 && draw < 1)).toBe(true);
    const tenths = new Map<number, number>();
    for (const draw of draws) tenths.set(Math.floor(draw * 10), (tenths.get(Math.floor(draw * 10)) ?? 0) + 1);
    for (const count of tenths.values()) expect(Math.abs(count - 1000)).toBeLessThan(150);
  });

  it('is even as the first number of neighbouring seeds', () => {
    const heads = Array.from({ length: 2000 }, (_, seed) => seededRandom(seed, 'coin')()).filter((n) => n < 0.5).length;
    expect(Math.abs(heads - 1000)).toBeLessThan(120);
  });
});

describe('shuffle', () => {
  it('keeps every item and leaves the original alone', () => {
    fc.assert(
      fc.property(fc.array(fc.integer()), fc.nat(), (items, seed) => {
        const before = [...items];
        const shuffled = shuffle(items, seededRandom(seed, 'shuffle'));
        expect(items).toEqual(before);
        expect([...shuffled].sort()).toEqual([...items].sort());
      }),
    );
  });
});
