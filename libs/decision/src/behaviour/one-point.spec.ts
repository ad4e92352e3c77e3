import { describe, expect, it } from '@jest/globals';
import type { Cell, WitnessRecord } from '@assay/contracts';
import { mayBeOnePoint } from './one-point.js';

function result(...rows: Cell[][]): WitnessRecord['resultA'] {
  const width = rows[0]?.length ?? 1;
  return {
    columns: Array.from({ length: width }, (_, index) => ({ name: `c${index}`, type: 'text' })),
    rows,
    error: null,
  };
}

const explains = (resultA: WitnessRecord['resultA'], resultB: WitnessRecord['resultA']): boolean =>
  mayBeOnePoint({ resultA, resultB });

describe('one open point', () => {
  it.each([
    ['one row or all of a tie', result(['Ann']), result(['Ann'], ['Bob'])],
    ['equal rows once or as often as they occur', result(['Ann']), result(['Ann'], ['Ann'])],
    ['rows with zero listed or not', result(['Ann', 2], ['Bob', 0]), result(['Ann', 2])],
    ['a count of distinct or of all', result([3]), result([4])],
    ['one of two like columns', result(['Ann', 'x'], ['Bob', 'y']), result(['Bob', 'w'], ['Ann', 'v'])],
  ])('explains %s', (_, one, other) => {
    expect(explains(one, other)).toBe(true);
    expect(explains(other, one)).toBe(true);
  });

  it.each([
    ['rows of their own on both sides', result(['Ann', 1], ['Bob', 2]), result(['Ann', 1], ['Eve', 3])],
    [
      'repeated rows on both sides',
      result(['Ann', 1], ['Ann', 1], ['Bob', 2]),
      result(['Ann', 1], ['Bob', 2], ['Bob', 2]),
    ],
    ['other columns', result(['Ann']), result(['Ann', 1])],
    ['an error', result(['Ann']), { ...result(['Ann']), error: 'division by zero' }],
  ])('does not explain %s', (_, one, other) => {
    expect(explains(one, other)).toBe(false);
    expect(explains(other, one)).toBe(false);
  });
});
