import type { Cell, ResultTable } from '@assay/contracts';
import { createHash } from 'node:crypto';

/** Significant digits in which numbers are compared: a sum in another order must not make another result. */
const SIGNIFICANT_DIGITS = 10;

const NUMERIC_TEXT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i;

/**
 * What a result is, as one text: equal for results that hold the same rows.
 *
 * - Rows are a multiset; they are a list where the statement orders them (`ordered`).
 * - The order of columns counts, their names do not.
 * - Numbers, and texts that are written as numbers, are compared by value in ten significant digits: 1, 1.0 and '1.00'
 *   are the same.
 * - A truncated result equals only another result that was truncated at the same rows.
 */
export function fingerprintResult(result: ResultTable, ordered: boolean): string {
  const rows = result.rows.map((row) => JSON.stringify(row.map(comparable)));
  if (!ordered) rows.sort();
  const hash = createHash('sha256');
  hash.update(`${result.columns.length}|${rows.length}|${result.truncated ? 'truncated' : 'whole'}\n`);
  for (const row of rows) hash.update(row).update('\n');
  return hash.digest('hex').slice(0, 16);
}

function comparable(cell: Cell): Cell {
  switch (typeof cell) {
    case 'number':
      return `#${rounded(cell)}`;
    case 'string':
      return NUMERIC_TEXT.test(cell) ? `#${numericText(cell)}` : `'${cell}`;
    case 'boolean':
      return cell;
    default:
      if (cell === null) return null;
      if (Array.isArray(cell)) return cell.map(comparable);
      return Object.keys(cell)
        .sort()
        .map((key) => [key, comparable(cell[key] ?? null)]);
  }
}

/** Whole numbers beyond what a double holds are compared digit by digit. */
function numericText(text: string): string {
  const value = Number(text);
  const whole = /^[+-]?\d+$/.test(text);
  if (whole && !Number.isSafeInteger(value)) return BigInt(text).toString();
  return rounded(value);
}

function rounded(value: number): string {
  if (Number.isSafeInteger(value)) return String(value === 0 ? 0 : value);
  return Number.isFinite(value) ? String(Number(value.toPrecision(SIGNIFICANT_DIGITS))) : String(value);
}
