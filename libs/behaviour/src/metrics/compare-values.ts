import type { Cell } from '@assay/contracts';

/** Relative, for differences by summation order and single precision. */
const TOLERANCE = 1e-6;

/** Division by zero without an error. */
const UNDEFINED = /^[+-]?(?:nan|inf(?:inity)?)$/i;

/** NULL equals 0; numbers within the tolerance. */
export function sameValue(one: Cell, other: Cell): boolean {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left === null || right === null) return JSON.stringify(one) === JSON.stringify(other);
  return Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

export function isKnownValue(value: Cell): boolean {
  return numberOf(value) !== 0;
}

function numberOf(value: Cell): number | null {
  if (value === null || (typeof value === 'string' && UNDEFINED.test(value))) return 0;
  if (typeof value === 'boolean') return Number(value);
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value || NaN) : NaN;
  return Number.isFinite(number) ? number : null;
}
