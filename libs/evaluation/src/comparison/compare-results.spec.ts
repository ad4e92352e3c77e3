import type { Cell, ResultTable } from '@assay/contracts';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparable } from './comparable.js';
import { compareResults } from './compare-results.js';

function table(rows: Cell[][], types: string[] = []): ResultTable {
  const width = Math.max(rows[0]?.length ?? 0, types.length);
  const columns = Array.from({ length: width }, (_, index) => ({ name: `c${index}`, type: types[index] ?? '' }));
  return { columns, rows, rowCount: rows.length, truncated: false, elapsedMs: 0 };
}
const match = (gold: Cell[][], candidate: Cell[][], ties: number[] | null = null): ReturnType<typeof compareResults> =>
  compareResults({ result: comparable(table(gold)), ties }, comparable(table(candidate)));

describe('compareResults', () => {
  it('takes results with the same set of rows for equal, as BIRD does', () => {
    expect(match([[1], [1], [2]], [[2], [1]]).ex).toBe(true);
    expect(match([[1, 2]], [[2, 1]]).ex).toBe(false);
    expect(match([], [])).toEqual({ ex: true, anyColumnOrder: true, exact: true });
    expect(match([[null]], [[0]]).ex).toBe(false);
    expect(match([[1]], [['1']]).ex).toBe(false);
    expect(match([[true]], [[1]]).ex).toBe(true);
  });

  it('counts and orders rows where it is exact', () => {
    expect(match([[1], [1]], [[1]]).exact).toBe(false);
    expect(match([[1], [2]], [[2], [1]]).exact).toBe(true);
    expect(match([[1], [2]], [[2], [1]], [0, 1]).exact).toBe(false);
    expect(match([[1], [2], [3]], [[2], [1], [3]], [0, 0, 1]).exact).toBe(true);
  });

  it('compares numbers by value, however they are written', () => {
    const decimal = comparable(table([['1.50'], ['0.0'], ['-20']], ['numeric']));
    const plain = comparable(table([[1.5], [0], [-20]]));
    expect(decimal.set).toBe(plain.set);
    expect(comparable(table([[1e21]])).set).toBe(comparable(table([['1000000000000000000000']], ['numeric'])).set);
    expect(comparable(table([[0.1 + 0.2]])).set).not.toBe(comparable(table([[0.3]])).set);
  });

  it('never takes a cut result for a right one', () => {
    const cut = comparable({ ...table([[1]]), truncated: true });
    expect(compareResults({ result: cut, ties: null }, cut).ex).toBe(false);
  });

  it('finds the order of columns, whatever it is', () => {
    const cell = fc.oneof(fc.integer({ min: 0, max: 2 }), fc.constant(null), fc.constantFrom('a', 'b'));
    const sample = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.tuple(
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
        fc.shuffledSubarray(
          Array.from({ length: width }, (_, index) => index),
          { minLength: width, maxLength: width },
        ),
      ),
    );
    fc.assert(
      fc.property(sample, ([rows, order]) => {
        const moved = rows.map((row) => order.map((column) => row[column] ?? null));
        expect(match(rows, moved).anyColumnOrder).toBe(true);
      }),
    );
  });

  it('does not mix the columns of different rows', () => {
    // Equal columns, but no column order makes the rows equal.
    const gold = [
      ['a', 'x'],
      ['b', 'y'],
    ];
    const other = [
      ['a', 'y'],
      ['b', 'x'],
    ];
    expect(match(gold, other).anyColumnOrder).toBe(false);
  });
});
