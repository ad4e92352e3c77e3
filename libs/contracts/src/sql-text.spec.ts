import { describe, expect, it } from '@jest/globals';
import { sqlText } from './sql-text.js';

describe('a value as SQL text', () => {
  it.each([
    [' AB ', "' AB '"],
    ["O'Hare", "'O''Hare'"],
    ['a\nb\tc', String.raw`'a\nb\tc'`],
    ['a\u2028b\u0085c\u007f', String.raw`'a\u2028b\u0085c\u007f'`],
  ])('of %j is %s', (value, text) => {
    expect(sqlText(value)).toBe(text);
  });
});
