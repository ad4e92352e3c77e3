import { describe, expect, it } from '@jest/globals';
import type { Cell } from '@assay/contracts';
import { sortRows } from './sort-rows.js';

const columns = [
  { name: 'n', type: 'int8' },
  { name: 'name', type: 'text' },
];
const rows = [
  ['10', 'b'],
  [null, 'c'],
  ['9', null],
];

describe('sortRows', () => {
  it('sorts numbers by value, and NULL last in both directions', () => {
    expect(sortRows(rows, columns, { column: 0, descending: false }).map(([n]) => n)).toEqual(['9', '10', null]);
    expect(sortRows(rows, columns, { column: 0, descending: true }).map(([n]) => n)).toEqual(['10', '9', null]);
  });

  it.each<[string, Cell[]]>([
    ['int8', ['-9223372036854775808', '-9223372036854775807', '9007199254740992', '9007199254740993']],
    ['numeric', ['-0.10000000000000000001', '0.1', '0.10000000000000000001', '0.10000000000000000002', 7]],
    ['numeric', [2, '12345678901234567890123.45', '12345678901234567890123.5', 'Infinity', 'NaN']],
    ['', [9, 10, 100]],
  ])('sorts numbers of type "%s" to the last digit', (type, ascending) => {
    const sorted = (rows: Cell[], descending: boolean): Cell[] =>
      sortRows(
        rows.map((cell) => [cell]),
        [{ name: 'n', type }],
        { column: 0, descending },
      ).flat();
    const descending = ascending.toReversed();
    expect(sorted(descending, false)).toEqual(ascending);
    expect(sorted(ascending, true)).toEqual(descending);
  });

  it('sorts everything else as text', () => {
    expect(sortRows(rows, columns, { column: 1, descending: true }).map(([, name]) => name)).toEqual(['c', 'b', null]);
  });
});
