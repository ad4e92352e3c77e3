import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { displayType } from './display-type.js';

describe('displayType', () => {
  it.each([
    ["ENUM('alice@example.com', 'O''Neil, (B)')", 'ENUM (2 labels)'],
    ["enum('a')", 'enum (1 label)'],
    ["set('a','b','c')", 'set (3 labels)'],
    ["STRUCT(a INTEGER, b ENUM('x', 'y'))[]", 'STRUCT(a INTEGER, b ENUM (2 labels))[]'],
    ["enum('never ends, \\'secret", "enum('…'"],
    ['character varying(20)', 'character varying(20)'],
  ])('withholds the labels of %s', (type, shown) => {
    expect(displayType(type, false)).toBe(shown);
  });

  it('shows labels where they may be shown, and no text without an end', () => {
    expect(displayType("ENUM('a',\n'b')", true)).toBe("ENUM('a', 'b')");
    const long = `ENUM(${Array.from({ length: 5000 }, (_, at) => `'label ${at}'`).join(', ')})`;
    // whole labels
    expect(displayType(long, true)).toMatch(/^ENUM\((?:'label \d+', ){15,}…$/);
    expect(displayType(long, true).length).toBeLessThanOrEqual(200);
    expect(displayType(`ENUM('it''s ${'long '.repeat(40)}', 'b')`, true)).toBe('ENUM(…');
    const atQuotes = `ENUM('a', '${'x'.repeat(187)}''s', 'b')`;
    expect(atQuotes.slice(0, 199)).toMatch(/x'$/);
    expect(displayType(atQuotes, true)).toBe("ENUM('a', …");
    expect(displayType(long, false)).toBe('ENUM (5000 labels)');
    expect(displayType('x'.repeat(5000), false)).toHaveLength(200);
  });

  it('shows nothing of any label', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'binary' }), { minLength: 1 }), (labels) => {
        const type = `ENUM(${labels.map((label) => `'${label.replaceAll("'", "''")}'`).join(', ')})`;
        expect(displayType(type, false)).toBe(`ENUM (${labels.length} ${labels.length === 1 ? 'label' : 'labels'})`);
      }),
    );
  });
});
