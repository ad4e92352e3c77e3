import type { Cell } from '@assay/contracts';

interface ReviverContext {
  /** The number as it was written. */
  source?: string;
}

type Reviver = (this: unknown, key: string, value: unknown, context: ReviverContext) => unknown;

const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/**
 * JSON as a cell; a number that a double cannot hold exactly becomes the string that was written.
 * Text that is not JSON stays text.
 */
export function losslessJson(text: string): Cell {
  try {
    return parseWithSource(text, keepExact) as Cell;
  } catch {
    return text;
  }
}

const keepExact: Reviver = function (_key, value, context) {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return isExact(context.source, value) ? value : context.source;
};

/** Whether a double says the same number as its decimal text. */
export function isExact(source: string, value: number): boolean {
  if (Number.isSafeInteger(value) && /^-?\d+$/.test(source)) return true;
  if (!Number.isFinite(value)) return false;
  return digits(source) === digits(String(value));
}

/** A decimal number in one spelling: its digits without leading and trailing zeros, and its exponent. */
function digits(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + (all.length - significant.length)}`;
}
