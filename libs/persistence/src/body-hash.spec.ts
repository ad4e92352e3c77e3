import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hashOfBody } from './body-hash.js';

function reordered(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reordered);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, field]) => [key, reordered(field)]),
  );
}

describe('hashOfBody', () => {
  it('does not depend on the order of keys', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => hashOfBody(value) === hashOfBody(reordered(value))));
  });

  it.each([
    [{ a: 1 }, { a: '1' }],
    [
      [1, 2],
      [2, 1],
    ],
    [
      [1, [2]],
      [1, 2],
    ],
    [{ a: { b: 1 } }, { 'a.b': 1 }],
    [null, 'null'],
  ])('distinguishes %j from %j', (left, right) => {
    expect(hashOfBody(left)).not.toBe(hashOfBody(right));
  });

  it('takes a field that is undefined for one that is absent', () => {
    expect(hashOfBody({ a: 1, b: undefined })).toBe(hashOfBody({ a: 1 }));
  });
});
