import { describe, expect, it } from '@jest/globals';
import { PartMemo } from './part-memo.js';

describe('PartMemo', () => {
  it('renders a part once for equal values of all callers', () => {
    const memo = new PartMemo();
    let rendered = 0;
    const part = (values: string[]): string =>
      memo.get('a.md', values, () => `${values.join('+')} #${++rendered}`).text;
    expect(part(['x', 'y'])).toBe('x+y #1');
    expect(part(['x', 'y'].map((value) => `${value}`))).toBe('x+y #1');
    expect(part(['y', 'x'])).toBe('y+x #2');
    expect(part(['x y'])).toBe('x y #3');
    expect(memo.get('b.md', ['x', 'y'], () => 'other').text).toBe('other');
  });

  it('gives every value its own part still, when it evicted everything for lack of room', () => {
    const memo = new PartMemo();
    const long = (letter: string): string => letter.repeat(3_000_000);
    const shown = (value: string): string => memo.get('a.md', [value], () => `of ${value[0]}`).text;
    for (const letter of 'abcabcab') expect(shown(long(letter))).toBe(`of ${letter}`);
  });
});
