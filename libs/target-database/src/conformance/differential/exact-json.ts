import type { Cell } from '@assay/contracts';

/** Numbers that a double does not hold are texts. Compares values with BigInt, unlike the code under test. */
export function exactJson(text: string): Cell {
  const reviver = (_key: string, value: unknown, context?: { source?: string }): unknown =>
    typeof value !== 'number' || context?.source === undefined || isSame(context.source, value)
      ? value
      : context.source;
  return JSON.parse(text, reviver as never) as Cell;
}

function isSame(source: string, value: number): boolean {
  if (!Number.isFinite(value)) return false;
  const [left, right] = [scaled(source), scaled(String(value))];
  const shift = left.exponent - right.exponent;
  return shift >= 0
    ? left.digits * 10n ** BigInt(shift) === right.digits
    : left.digits === right.digits * 10n ** BigInt(-shift);
}

function scaled(text: string): { digits: bigint; exponent: number } {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), exponent: Number(exponent) - fraction.length };
}
