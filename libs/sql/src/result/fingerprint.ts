import { createHash } from 'node:crypto';
import type { Cell, ResultTable } from '@assay/contracts';
import { isNumericType, normalNumber } from './normal-number.js';

/**
 * Fingerprint of a result: equal fingerprints mean the same answer.
 *
 * The definition, exactly:
 * - Rows are compared as a multiset, or as a sequence when `ordered` and there are at least two rows (the order of one
 *   row says nothing). A sequence never equals a multiset of two or more rows.
 * - Columns are compared by position; their number counts, their names and types do not.
 * - NULL, booleans, numbers, texts, lists and objects are six kinds that never equal each other; an object's keys are
 *   unordered.
 * - A cell is a number when it is a JSON number, or a text in a column of a numeric type that reads as one. Numbers are
 *   compared by value, not by spelling: `1`, `1.0`, `'1.00'` and `'1e0'` are one, and so are `0` and `-0`. The tolerance:
 *   both are rounded, half away from zero, to ten significant digits, but never above the decimal point, so that whole
 *   numbers of any length compare exactly. Two numbers that differ by less may still fall on either side of a rounding
 *   boundary; that is the price of comparing by hash.
 * - Texts are compared exactly, white space and case included.
 * - A truncated result is what is there plus the fact that it was cut: it never equals a whole one.
 *
 * @param ordered whether the statement fixes the order of its rows (`ordersRows`)
 * @returns SHA-256 in hex
 */
export function fingerprintResult(result: ResultTable, ordered: boolean): string {
  const numeric = result.columns.map((column) => isNumericType(column.type));
  const rows = result.rows.map((row) => row.map((cell, index) => encode(cell, numeric[index] ?? false)).join(''));
  const isSequence = ordered && rows.length > 1;
  if (!isSequence) rows.sort();
  const hash = createHash('sha256');
  hash.update(
    `${isSequence ? 'sequence' : 'multiset'} ${result.columns.length} ${result.truncated ? 'cut' : 'whole'}\n`,
  );
  for (const row of rows) hash.update(`${row.length}:${row}\n`);
  return hash.digest('hex');
}

/** A text from which the cell's kind and normal value can be read back: lengths are written, so nothing runs together. */
function encode(cell: Cell, inNumericColumn: boolean): string {
  if (cell === null) return '_';
  if (typeof cell === 'boolean') return cell ? 'b1' : 'b0';
  if (typeof cell === 'number') return measured('n', normalNumber(String(cell)) ?? String(cell));
  if (typeof cell === 'string') {
    const number = inNumericColumn ? normalNumber(cell) : null;
    return number === null ? measured('s', cell) : measured('n', number);
  }
  if (Array.isArray(cell)) return measured('l', cell.map((item) => encode(item, inNumericColumn)).join(''));
  const entries = Object.keys(cell).sort();
  return measured('o', entries.map((key) => measured('k', key) + encode(cell[key] ?? null, false)).join(''));
}

function measured(kind: string, value: string): string {
  return `${kind}${value.length}:${value}`;
}
