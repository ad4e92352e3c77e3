import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { displayWidth, oneLine, pad, printable, truncate, wrap } from './display-text.js';

const anyText = fc.string({ unit: 'grapheme' });

describe('display text', () => {
  it('takes escape sequences and turned writing directions away, and keeps line breaks', () => {
    expect(printable('a\u001b[31mred\r\n\tb\u0007\u202ec')).toBe('a\ufffd[31mred\n\tb\ufffd\ufffdc');
  });

  it.each(['\u200b', '\u2060', '\ufeff', '\u{e0041}'])('shows that %j is there', (invisible) => {
    expect(printable(`pay${invisible}pal`)).toBe('pay\ufffdpal');
  });

  it('puts a text on one line', () => {
    expect(oneLine('  SELECT 1\n   FROM t\u0000 ')).toBe('SELECT 1 FROM t\ufffd');
  });

  it.each([
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['表', 2],
    ['ｆｕ', 4],
    ['🦀', 2],
    ['👩‍👩‍👧', 2],
    ['✓ ■·…', 5],
    ['⠋', 1],
    ['', 0],
  ])('measures %j as %d columns', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });

  it('cuts to any width and never beyond it', () => {
    fc.assert(
      fc.property(anyText, fc.nat(20), (text, width) => {
        const cut = truncate(text, width);
        expect(displayWidth(cut)).toBeLessThanOrEqual(width);
        if (displayWidth(text) <= width) expect(cut).toBe(text);
      }),
    );
  });

  it('pads by columns, not by characters', () => {
    expect(pad('表', 4)).toBe('表  ');
    expect(pad('7', 3, 'left')).toBe('  7');
    expect(pad('long', 2)).toBe('long');
  });

  it('wraps at spaces without losing a word', () => {
    expect(wrap('one two three\nfour', 8)).toEqual(['one two', 'three', 'four']);
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\w{1,8}$/)), fc.integer({ min: 8, max: 30 }), (words, width) => {
        const lines = wrap(words.join(' '), width);
        expect(lines.join(' ')).toBe(words.join(' '));
        expect(lines.every((line) => line.length <= width)).toBe(true);
      }),
    );
  });
});
