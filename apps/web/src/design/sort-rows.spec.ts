import { describe, expect, it } from '@jest/globals';
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

  it('sorts everything else as text', () => {
    expect(sortRows(rows, columns, { column: 1, descending: true }).map(([, name]) => name)).toEqual(['c', 'b', null]);
  });
});
