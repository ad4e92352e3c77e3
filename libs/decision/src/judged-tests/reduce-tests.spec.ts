import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DedupableTest } from './dedupe-tests.js';
import { applyReduction, coversEveryTestOnce, reductionPays } from './reduce-tests.js';

const tests = (count: number, critical: number[] = []): DedupableTest[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `t${index + 1}`,
    statement: `Test ${index + 1}`,
    evidenceCritical: critical.includes(index + 1),
  }));

describe('reductionPays', () => {
  const reduceTests = { minBatches: 2, minTests: 10 };
  it('from the configured numbers of delivered batches and distinct tests on', () => {
    expect(reductionPays({ reduceTests }, 2, 10)).toBe(true);
    expect(reductionPays({ reduceTests }, 1, 10)).toBe(false);
    expect(reductionPays({ reduceTests }, 2, 9)).toBe(false);
  });
});

describe('coversEveryTestOnce', () => {
  it.each([
    [
      'a partition',
      [
        { keep: 2, duplicates: [1] },
        { keep: 3, duplicates: [] },
      ],
      true,
    ],
    ['a test too few', [{ keep: 2, duplicates: [1] }], false],
    [
      'a test twice',
      [
        { keep: 2, duplicates: [1] },
        { keep: 3, duplicates: [1] },
      ],
      false,
    ],
    [
      'a duplicate of itself',
      [
        { keep: 1, duplicates: [1] },
        { keep: 2, duplicates: [3] },
      ],
      false,
    ],
    [
      'a test that does not exist',
      [
        { keep: 2, duplicates: [1] },
        { keep: 4, duplicates: [] },
      ],
      false,
    ],
    [
      'half a test',
      [
        { keep: 2, duplicates: [1] },
        { keep: 2.5, duplicates: [] },
      ],
      false,
    ],
    ['nothing', [], false],
  ])('%s', (_what, groups, covers) => {
    expect(coversEveryTestOnce(groups, 3)).toBe(covers);
  });
});

describe('applyReduction', () => {
  it('keeps one test of each group, in the order of the list', () => {
    const reduced = applyReduction(tests(4), [
      { keep: 4, duplicates: [1, 2] },
      { keep: 3, duplicates: [] },
    ]);
    expect(reduced?.kept.map(({ id }) => id)).toEqual(['t3', 't4']);
    expect(Object.fromEntries(reduced?.keptAs ?? [])).toEqual({ t1: 't4', t2: 't4' });
  });

  it('never drops an evidence-critical test', () => {
    const reduced = applyReduction(tests(3, [2]), [{ keep: 1, duplicates: [2, 3] }]);
    expect(reduced?.kept.map(({ id }) => id)).toEqual(['t1', 't2']);
    expect(Object.fromEntries(reduced?.keptAs ?? [])).toEqual({ t3: 't1' });
  });

  it('loses nothing, whatever the groups: each test is kept or stood for by a kept one', () => {
    const groups = fc.array(
      fc.record({ keep: fc.integer({ min: 0, max: 7 }), duplicates: fc.array(fc.integer({ min: 0, max: 7 })) }),
    );
    const shuffled = fc
      .shuffledSubarray([1, 2, 3, 4, 5, 6], { minLength: 6 })
      .chain((numbers) =>
        fc
          .integer({ min: 1, max: 6 })
          .map((cut) => [
            { keep: numbers[0] ?? 1, duplicates: numbers.slice(1, cut) },
            ...numbers.slice(cut).map((keep) => ({ keep, duplicates: [] })),
          ]),
      );
    fc.assert(
      fc.property(fc.oneof(groups, shuffled), fc.subarray([1, 2, 3, 4, 5, 6]), (given, critical) => {
        const reduced = applyReduction(tests(6, critical), given);
        expect(reduced === null).toBe(!coversEveryTestOnce(given, 6));
        if (reduced === null) return;
        const kept = new Set(reduced.kept.map(({ id }) => id));
        for (const number of critical) expect(kept).toContain(`t${number}`);
        for (const { id } of tests(6)) expect(kept.has(id) !== kept.has(reduced.keptAs.get(id) ?? '')).toBe(true);
      }),
    );
  });
});
