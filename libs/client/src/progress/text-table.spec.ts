import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { displayWidth } from './display-text.js';
import { renderTable } from './text-table.js';

const columns = [{ name: 'city' }, { name: 'orders' }];

describe('renderTable', () => {
  it('aligns names to the left and numbers to the right', () => {
    const rows = [
      ['Trento', 12],
      ['Rome', '1234.50'],
      [null, null],
    ];
    expect(renderTable(columns, rows, { width: 80 })).toEqual([
      'city     orders',
      '──────  ───────',
      'Trento       12',
      'Rome    1234.50',
      'NULL       NULL',
    ]);
  });

  it('writes nested values as JSON, line breaks as spaces, and nothing a terminal would obey', () => {
    const lines = renderTable([{ name: 'v' }], [[{ a: [1] }], ['x\ny'], ['\u001b[2J']], { width: 80 });
    expect(lines.slice(2)).toEqual(['{"a":[1]}', 'x y', '\ufffd[2J']);
  });

  it('names the columns that have no room', () => {
    expect(renderTable(columns, [['Trento', 'x'.repeat(30)]], { width: 23 }).at(-1)).toBe('(1 more column: orders)');
  });

  it('makes room by cutting texts, the widest first, and no id, time or number', () => {
    const id = '0198f2c4-7c1e-7a33-9b1f-2d1c5f0a9e11';
    const named = ['id', 'status', 'question'].map((name) => ({ name }));
    const lines = renderTable(named, [[id, 'GOLD', 'How many orders are there in each month of the year?']], {
      width: 70,
    });
    expect(lines.at(-1)).toBe(`${id}  GOLD    How many orders are the…`);
    expect(lines.every((line) => displayWidth(line) <= 70)).toBe(true);
  });

  it('leaves no column out where all are wanted, and cuts nothing without a width', () => {
    const long = 'x'.repeat(300);
    const narrow = renderTable(columns, [['Trento', 12]], { width: 8, whole: true });
    expect(narrow[0]).toBe('city    orders');
    expect(renderTable(columns, [[long, 12]], { width: Infinity }).at(-1)).toBe(`${long}      12`);
  });

  it('stays within the width, whatever the cells', () => {
    const cell = fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer(), fc.constant(null));
    fc.assert(
      fc.property(fc.array(fc.tuple(cell, cell, cell)), fc.integer({ min: 1, max: 120 }), (rows, width) => {
        const lines = renderTable([{ name: 'a' }, { name: 'b' }, { name: 'c' }], rows, { width });
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
      }),
    );
  });
});
