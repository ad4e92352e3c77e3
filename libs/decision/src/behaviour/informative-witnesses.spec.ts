import { describe, expect, it } from '@jest/globals';
import type { Cell, WitnessRecord } from '@assay/contracts';
import { informativeWitnesses } from './informative-witnesses.js';

type Witness = Pick<WitnessRecord, 'tables' | 'resultA' | 'resultB'> & { name: string };

function result(...rows: Cell[][]): WitnessRecord['resultA'] {
  return { columns: (rows[0] ?? []).map((_, index) => ({ name: `c${index}`, type: 'text' })), rows, error: null };
}

function witness(name: string, rows: Cell[][], a: WitnessRecord['resultA'], b: WitnessRecord['resultA']): Witness {
  return { name, tables: { orders: { columns: ['id'], rows } }, resultA: a, resultB: b };
}

const shown = (...witnesses: Witness[]): string[] => informativeWitnesses(witnesses).map(({ name }) => name);

describe('the witnesses that a judge sees', () => {
  it('are each shown once, whichever side a SQL is on and whatever its columns are called', () => {
    const renamed = { ...result([1]), columns: [{ name: 'total', type: 'text' }] };
    expect(
      shown(
        witness('one', [[1]], result([1]), result([2])),
        witness('swapped', [[1]], result([2]), renamed),
        witness('other rows', [[2]], result([1]), result([2])),
      ),
    ).toEqual(['swapped', 'other rows']);
  });

  it('do not differ in the order of columns alone', () => {
    const one = result(['a', 1], ['b', 2]);
    const turned = result([2, 'b'], [1, 'a']);
    expect(shown(witness('turned', [[1]], one, turned))).toEqual([]);
    expect(shown(witness('order of rows', [[1]], one, result(['b', 2], ['a', 1])))).toEqual(['order of rows']);
    expect(shown(witness('other pairs', [[1]], one, result([1, 'b'], [2, 'a'])))).toEqual(['other pairs']);
  });

  it('return rows on one side at least, or an error', () => {
    expect(shown(witness('nothing', [[1]], result(), result()))).toEqual([]);
    expect(shown(witness('error', [[1]], result(), { ...result(), error: 'division by zero' }))).toEqual(['error']);
  });

  it('are on empty tables only where no other one is known', () => {
    const empty = witness('empty', [], result([0]), result());
    expect(shown(empty)).toEqual(['empty']);
    expect(shown(empty, witness('filled', [[1]], result([1]), result()))).toEqual(['filled']);
  });
});
