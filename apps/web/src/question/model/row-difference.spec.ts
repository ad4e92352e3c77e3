import { describe, expect, it } from '@jest/globals';
import type { Cell, WitnessRecord } from '@assay/contracts';
import { describeDifference, rowsOnlyIn } from './row-difference.js';

function result(rows: Cell[][], part: Partial<WitnessRecord['resultA']> = {}): WitnessRecord['resultA'] {
  return { columns: [{ name: 'n', type: 'int' }], rows, error: null, ...part };
}

describe('rows that only one result has', () => {
  it('count a row as often as it is missing', () => {
    expect([...rowsOnlyIn(result([[1], [1], [2]]), result([[1], [3]]))]).toEqual([1, 2]);
    expect([...rowsOnlyIn(result([[null]]), result([['null']]))]).toEqual([0]);
  });
});

describe('the parting in words', () => {
  it.each([
    [result([[1]]), result([]), 'One returns 1 row, the other no row.'],
    [result([[1]]), result([[2]]), 'They return as many rows, but not the same.'],
    [result([[1], [2]]), result([[2], [1]]), 'They return the same rows in another order.'],
    [result([[1]]), result([], { error: 'division by zero' }), 'One of them ends in an error.'],
    [result([[1]]), result([], { columns: [] }), 'One returns 1 column, the other 0 columns.'],
  ])('case %#', (a, b, words) => {
    expect(describeDifference(a, b)).toBe(words);
  });
});
