import { describe, expect, it } from '@jest/globals';
import { firstDifference } from './text-difference.js';

describe('the first difference of two texts', () => {
  it('is none where they are the same', () => {
    expect(firstDifference('a\nb', 'a\nb')).toBeNull();
  });

  it('is the first line that differs, of each', () => {
    expect(firstDifference('a\nb\nc', 'a\nB\nC')).toEqual({
      recorded: { line: 2, text: 'b' },
      replayed: { line: 2, text: 'B' },
    });
  });

  it('is where one of them ends', () => {
    expect(firstDifference('a', 'a\nb')).toMatchObject({ recorded: { line: 2 }, replayed: { line: 2, text: 'b' } });
    expect(firstDifference('a\nb', 'a')).toMatchObject({ recorded: { line: 2, text: 'b' }, replayed: { line: 2 } });
  });

  it('is shown in part where it is long', () => {
    expect(firstDifference('x'.repeat(5000), '')?.recorded.text).toHaveLength(301);
  });
});
