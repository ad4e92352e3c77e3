import { createHash } from 'node:crypto';
import type { Cell, ResultTable } from '@assay/contracts';
import { isNumericType, normalNumber } from './normal-number.js';

/**
 * Equal fingerprints mean equal results: rows as a multiset (`ordered`: a sequence), columns by position, numbers by
 * value (`normalNumber`). Truncated results never equal complete ones.
 * @param ordered the statement fixes the order (`ordersRows`)
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

/** Kind and value, length-prefixed. */
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
