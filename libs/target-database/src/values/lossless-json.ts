import type { Cell } from '@assay/contracts';

interface ReviverContext {
  source?: string;
}

type Reviver = (this: unknown, key: string, value: unknown, context: ReviverContext) => unknown;

const parseWithSource = JSON.parse as (text: string, reviver: Reviver) => unknown;

/** Inexact numbers become strings. Invalid JSON stays text. */
export function losslessJson(text: string): Cell {
  try {
    return exactJson(text);
  } catch {
    return text;
  }
}

export function exactJson(text: string): Cell {
  return parseWithSource(text, keepExact) as Cell;
}

const keepExact: Reviver = function (_key, value, context) {
  if (typeof value !== 'number' || context.source === undefined) return value;
  return isExact(context.source, value) ? value : context.source;
};

export function isExact(source: string, value: number): boolean {
  if (Number.isSafeInteger(value) && /^-?\d+$/.test(source)) return true;
  if (!Number.isFinite(value)) return false;
  return digits(source) === digits(String(value));
}

function digits(text: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] =
    /^(-?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, '');
  const significant = all.replace(/0+$/, '');
  if (significant === '') return '0';
  return `${sign}${significant}e${Number(exponent) - fraction.length + (all.length - significant.length)}`;
}
