import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { bytesCell, floatCell, integerCell, singleCell } from './cells.js';
import { isExact, losslessJson } from './lossless-json.js';
import { RowCap } from './row-cap.js';

describe('JSON as a cell', () => {
  it('is what JSON.parse makes of it, as long as no number suffers', () => {
    fc.assert(
      fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
        expect(losslessJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('keeps the digits of every integer', () => {
    fc.assert(
      fc.property(fc.bigInt(), (integer) => {
        const cell = losslessJson(`{"n": ${integer}}`) as { n: number | string };
        return typeof cell.n === 'number' ? BigInt(cell.n) === integer : cell.n === integer.toString();
      }),
    );
  });

  it.each([
    ['0.1', 0.1],
    ['1.50', 1.5],
    ['100', 100],
    ['1e2', 100],
    ['-0.0', -0],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['9007199254740993', '9007199254740993'],
    ['1e400', '1e400'],
    ['[12345678901234567890.5]', ['12345678901234567890.5']],
    ['{"a": null}', { a: null }],
    ['no json', 'no json'],
  ])('%s', (text, cell) => {
    expect(losslessJson(text)).toEqual(cell);
  });

  it('calls a double exact only when it says the same', () => {
    expect(isExact('0.30000000000000004', 0.1 + 0.2)).toBe(true);
    expect(isExact('0.3', 0.1 + 0.2)).toBe(false);
  });
});

describe('cells', () => {
  it('name the numbers that JSON does not have', () => {
    expect([NaN, Infinity, -Infinity, 1.5].map(floatCell)).toEqual(['NaN', 'Infinity', '-Infinity', 1.5]);
  });

  it.each([0.1, 16777216, 1000.00006, -3.4028235e38, 1e-45])(
    'write a single-precision %s with its digits',
    (digits) => {
      expect(singleCell(Math.fround(digits))).toBe(digits);
    },
  );

  it('write integers as digits once a double is too small for them', () => {
    expect(integerCell('9007199254740991')).toBe(9007199254740991);
    expect(integerCell('9007199254740992')).toBe('9007199254740992');
  });

  it('write bytes in hexadecimal', () => {
    expect(bytesCell(Uint8Array.of(0, 255).subarray(1))).toBe('\\xff');
  });
});

describe('the row cap', () => {
  it('keeps exactly what fits and then nothing more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { maxLength: 60 }),
        fc.nat(20),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 300 }),
        (sizes, offset, maxRows, maxBytes) => {
          const cap = new RowCap({ maxRows, maxBytes }, offset);
          const kept = sizes.filter((size) => cap.admit(size) === 'keep');
          const bytes = kept.reduce((sum, size) => sum + size, 0);
          expect(kept).toEqual(sizes.slice(offset, offset + kept.length));
          expect(kept.length).toBeLessThanOrEqual(maxRows);
          expect(bytes).toBeLessThanOrEqual(maxBytes);
          expect(cap.reached).toBe(offset + kept.length < sizes.length);
        },
      ),
    );
  });
});
