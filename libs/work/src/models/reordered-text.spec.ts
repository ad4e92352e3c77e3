import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { orderOf, restoreOrder, type LineReference } from './reordered-text.js';

const base = ['[', '(id:INT, Primary Key),', '(name:TEXT),', '(city:TEXT)', ']'].join('\n');

describe('a text in another order', () => {
  it('is told by the numbers of its lines, with and without a comma at their ends', () => {
    const text = ['[', '(city:TEXT),', '(id:INT, Primary Key),', '(name:TEXT)', ']'].join('\n');
    expect(orderOf(base, text)).toEqual([0, -4, 1, -3, 4]);
  });

  it('is told with the lines that are its own, while they are few', () => {
    expect(orderOf(base, `${base}\nmore`)).toEqual([0, 1, 2, 3, 4, 'more']);
    expect(orderOf(base, 'nothing\nof\nit')).toBeNull();
  });

  it('comes back as it was, whatever the lines are', () => {
    const text = fc.array(fc.constantFrom('', ',', ',,', 'a', 'a,', 'b,', '-1', '0', '\r', ' '), { maxLength: 12 });
    fc.assert(
      fc.property(text, text, (first, second) => {
        const lines = orderOf(first.join('\n'), second.join('\n'));
        if (lines === null) return;
        expect(restoreOrder(first.join('\n'), JSON.parse(JSON.stringify(lines)) as LineReference[])).toBe(
          second.join('\n'),
        );
      }),
    );
  });
});
