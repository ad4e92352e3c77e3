import { describe, expect, it } from '@jest/globals';
import { DIALECTS, type Cell, type ResultTable } from '@assay/contracts';
import { shapeOfQuery, shapeOfTable } from './result-shape.js';

const CELL = 'ROWCANARY-alpha';

/** One column per character, whose lengths, counts or nulls encode it. */
function spelt(cells: (code: number) => Cell[], typeOf: (code: number) => string = () => 'text'): ResultTable {
  const codes = [...CELL].map((character) => character.charCodeAt(0));
  const columns = codes.map(cells);
  return {
    columns: codes.map((code, at) => ({ name: `c${at + 1}`, type: typeOf(code) })),
    rows: Array.from({ length: 200 }, (_, row) => columns.map((column) => column[row] ?? null)),
    rowCount: 200,
    truncated: false,
    elapsedMs: 1,
  };
}

describe('the result of a model’s own statement without its values', () => {
  const other = spelt(() => ['x']);

  it.each<[string, ResultTable]>([
    ['lengths', spelt((code) => ['x'.repeat(code)])],
    ['distinct values', spelt((code) => Array.from({ length: code }, (_, at) => at))],
    ['nulls', spelt((code) => Array<Cell>(code).fill(1))],
  ])('does not reveal a cell through its %s', (_what, result) => {
    for (const dialect of DIALECTS) expect(shapeOfQuery(result, dialect)).toEqual(shapeOfQuery(other, dialect));
  });

  it('does not reveal a cell through types that SQLite derives from values', () => {
    const typed = spelt(
      () => ['x'],
      (code) => (code % 2 === 0 ? 'TEXT' : 'INTEGER'),
    );
    expect(shapeOfQuery(typed, 'sqlite')).toEqual(shapeOfQuery(other, 'sqlite'));
  });

  it('reveals no labels of an enumeration', () => {
    const result = spelt(
      () => ['x'],
      () => "ENUM('alice', 'bob')",
    );
    expect(JSON.stringify([shapeOfQuery(result, 'duckdb'), shapeOfTable(result)])).not.toMatch(/alice|bob/);
  });
});

it('the rows of a table are described by types, nulls and distinct values', () => {
  const columns = [
    { name: 'id', type: 'integer' },
    { name: 'v', type: 'text' },
  ];
  const rows = [
    [1, 'a'],
    [2, 'a'],
    [3, null],
  ];
  expect(shapeOfTable({ columns, rows, rowCount: 3, truncated: true, elapsedMs: 1 })).toMatchObject({
    rowCount: 3,
    truncated: true,
    columns: [
      { name: 'id', type: 'integer', nulls: 0, distinct: 3 },
      { name: 'v', type: 'text', nulls: 1, distinct: 1 },
    ],
  });
});
