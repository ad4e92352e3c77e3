import { describe, expect, it } from '@jest/globals';
import { moveBy } from './move.js';

const size = { rows: 20, columns: 5 };
const from = { row: 10, column: 2 };

describe('moving in the matrix', () => {
  it.each([
    ['ArrowUp', false, { row: 9, column: 2 }],
    ['ArrowRight', false, { row: 10, column: 3 }],
    ['PageDown', false, { row: 18, column: 2 }],
    ['Home', false, { row: 10, column: 0 }],
    ['End', true, { row: 19, column: 4 }],
  ])('%s (with Ctrl: %s) leads on', (key, ctrlKey, to) => {
    expect(moveBy({ key, ctrlKey }, from, size)).toEqual(to);
  });

  it('ends at the borders', () => {
    expect(moveBy({ key: 'ArrowLeft', ctrlKey: false }, { row: 0, column: 0 }, size)).toEqual({ row: 0, column: 0 });
  });

  it('leaves other keys alone', () => {
    expect(moveBy({ key: 'Tab', ctrlKey: false }, from, size)).toBeNull();
  });
});
