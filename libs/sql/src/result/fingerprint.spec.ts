import { describe, expect, it } from '@jest/globals';
import type { Cell, ResultTable } from '@assay/contracts';
import fc from 'fast-check';
import { fingerprintResult } from './fingerprint.js';
import { normalNumber } from './normal-number.js';

function table(rows: Cell[][], types: string[] = [], extra: Partial<ResultTable> = {}): ResultTable {
  const width = Math.max(rows[0]?.length ?? types.length, types.length);
  const columns = Array.from({ length: width }, (_, index) => ({ name: `c${index}`, type: types[index] ?? 'text' }));
  return { columns, rows, rowCount: rows.length, truncated: false, elapsedMs: 1, ...extra };
}
const print = (rows: Cell[][], ordered = false, types: string[] = []): string =>
  fingerprintResult(table(rows, types), ordered);

const cell = fc.oneof(
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.string(), { maxLength: 2 }),
);
const rowsOf = (width: number) =>
  fc.array(fc.array(cell as fc.Arbitrary<Cell>, { minLength: width, maxLength: width }), { maxLength: 6 });

describe('fingerprintResult', () => {
  it('ignores the order of rows where the statement does not order them', () => {
    fc.assert(
      fc.property(rowsOf(2), fc.integer(), (rows, seed) => {
        const shuffled = [...rows].sort((left, right) =>
          JSON.stringify([left, seed]) < JSON.stringify([right, seed]) ? 1 : -1,
        );
        expect(print(shuffled)).toBe(print(rows));
      }),
    );
  });

  it('distinguishes results whose cells differ', () => {
    fc.assert(
      fc.property(rowsOf(2), rowsOf(2), (left, right) => {
        const key = (rows: Cell[][]): string[] =>
          rows
            .map((row) =>
              JSON.stringify(
                row.map((value) => (typeof value === 'number' ? normalNumber(String(value)) + 'n' : value)),
              ),
            )
            .sort();
        expect(print(left) === print(right)).toBe(JSON.stringify(key(left)) === JSON.stringify(key(right)));
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the order of two rows or more where the statement orders them', () => {
    expect(print([[1], [2]], true)).not.toBe(print([[2], [1]], true));
    expect(print([[1], [2]], true)).not.toBe(print([[1], [2]], false));
    expect(print([[1]], true)).toBe(print([[1]], false));
  });

  it('counts how often a row occurs', () => {
    expect(print([[1], [1]])).not.toBe(print([[1]]));
  });

  it('ignores names of columns but not their order or number', () => {
    const named = table([[1, 2]]);
    named.columns[0] = { name: 'total', type: 'int4' };
    expect(fingerprintResult(named, false)).toBe(print([[1, 2]]));
    expect(print([[1, 2]])).not.toBe(print([[2, 1]]));
    expect(print([], false, ['int4'])).not.toBe(print([], false, ['int4', 'int4']));
  });

  it.each([
    [1, '1.00'],
    [1, '1'],
    [0, '-0.0'],
    ['0.30000000000000004', 0.3],
    [3.3333333333333335, '3.3333333333'],
    ['1e3', 1000],
    ['12345678901234567890.00', '12345678901234567890'],
    [0.1 + 0.2, '0.3'],
    [99999999.99999999, 100000000],
  ])('takes %p and %p of a numeric column for one number', (left, right) => {
    expect(print([[left]], false, ['numeric'])).toBe(print([[right]], false, ['numeric']));
  });

  it.each([
    [1, 2],
    [12345678901, 12345678902],
    ['12345678901234567890', '12345678901234567891'],
    [0.123456789, 0.123456788],
    [1, null],
    [1, true],
    [0, ''],
  ])('keeps %p and %p apart', (left, right) => {
    expect(print([[left]], false, ['numeric'])).not.toBe(print([[right]], false, ['numeric']));
  });

  it('compares texts exactly', () => {
    expect(print([['1.0']])).not.toBe(print([['1']]));
    expect(print([['a']])).not.toBe(print([['A']]));
    expect(print([['1']])).not.toBe(print([[1]]));
  });

  it('never takes a cut result for a whole one', () => {
    const cut = fingerprintResult(table([[1]], [], { truncated: true }), false);
    expect(cut).not.toBe(print([[1]]));
  });

  it('does not let cells run together', () => {
    expect(print([['ab', 'c']])).not.toBe(print([['a', 'bc']]));
    expect(print([['a'], ['b']])).not.toBe(print([['a\n1:b']]));
  });
});

describe('normalNumber', () => {
  it('gives a number that is within half a unit of the tenth significant digit', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e15, max: 1e15 }), (value) => {
        const normal = Number(normalNumber(String(value)));
        expect(Math.abs(normal - value)).toBeLessThanOrEqual(Math.abs(value) * 1e-9 + Number.MIN_VALUE);
      }),
    );
  });

  it('is its own normal form', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (value) => {
        const normal = normalNumber(String(value)) ?? '';
        expect(normalNumber(normal)).toBe(normal);
      }),
    );
  });

  it.each(['', '.', 'abc', '1,000', '0x10', '1 2'])('does not take %p for a number', (text) => {
    expect(normalNumber(text)).toBeNull();
  });
});
