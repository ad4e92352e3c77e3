import { describe, expect, it } from '@jest/globals';
import { parseCheck } from './checks.js';

function holds(check: string, row: Record<string, number | string | null>): boolean | null {
  const checks = parseCheck(check, 'postgres', ['x', 'y']);
  return checks?.every((one) => one.holds((column) => row[column] ?? null)) ?? null;
}

describe('a check', () => {
  it.each([
    ['x IN (-1, -2)', { x: -1 }, { x: 1 }],
    ["(x = ANY (ARRAY['-1'::integer, '-2'::integer]))", { x: -2 }, { x: 2 }],
    ["(x IN ('a', 'b'))", { x: 'b' }, { x: 'c' }],
    ['x BETWEEN -10 AND 10', { x: -10 }, { x: -11 }],
    ['x BETWEEN -10 AND 10 AND y > 2', { x: 0, y: 3 }, { x: 0, y: 2 }],
    ['(((x)::text)::date <= (y)::date)', { x: '2020-01-01', y: '2020-01-01' }, { x: '2020-01-02', y: '2020-01-01' }],
    ['length(x) = 2', { x: 'DE' }, { x: 'DEU' }],
    ['x IS NOT NULL', { x: 1 }, { x: null }],
  ])('%s is understood', (check, row, other) => {
    expect([holds(check, row), holds(check, other)]).toEqual([true, false]);
  });

  it('lets NULL pass, as databases do', () => {
    for (const check of ['x IN (1)', 'x BETWEEN 1 AND 2', 'x > 1']) expect(holds(check, { x: null })).toBe(true);
  });

  it.each([
    "lower(x) IN ('a', 'b')",
    'x % 7 IN (0, 1)',
    'x IN (y, 1)',
    'x IN (1, 2) = true',
    'x IN (1 + 1)',
    'x <= current_date',
    'x > other_column',
    'x > abs(y)',
    'x BETWEEN 1 AND y',
    'x BETWEEN 1 AND 2 + 3',
    'length(trim(x)) > 2',
    "x ~ '^a'",
    'x',
    'x > 0 OR y > 0',
  ])('%s is not understood, and not taken for another', (check) => {
    expect(holds(check, { x: 1, y: 1 })).toBeNull();
  });
});
