import type { Cell } from '@assay/contracts';

/** Share of the larger number by which two may differ that another order, or single precision, has made. */
const TOLERANCE = 1e-6;

/** What dividing by 0 gives where it is no error. */
const UNDEFINED = /^[+-]?(?:nan|inf(?:inity)?)$/i;

/** Whether two values are the same metric: no value and 0 are, and numbers that differ in their last digits. */
export function sameValue(one: Cell, other: Cell): boolean {
  const [left, right] = [numberOf(one), numberOf(other)];
  if (left === null || right === null) return JSON.stringify(one) === JSON.stringify(other);
  return Math.abs(left - right) <= TOLERANCE * Math.max(Math.abs(left), Math.abs(right));
}

/** Whether a value tells a metric from one that has nothing to count. */
export function saysSomething(value: Cell): boolean {
  return numberOf(value) !== 0;
}

function numberOf(value: Cell): number | null {
  if (value === null || (typeof value === 'string' && UNDEFINED.test(value))) return 0;
  if (typeof value === 'boolean') return Number(value);
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number(value || NaN) : NaN;
  return Number.isFinite(number) ? number : null;
}
