import type { Cell, ColumnSchema, TableSchema } from '@assay/contracts';
import { columnKind } from '../instances/column-kind.js';

/** Digits that a double represents exactly. */
const MOST_DIGITS = 15;

/** Converts decimals and large integers, transmitted as text, so that they sort numerically. */
export function asNumber(cell: Cell, { type }: ColumnSchema): Cell {
  const kind = columnKind(type);
  if (typeof cell !== 'string' || (kind !== 'integer' && kind !== 'number')) return cell;
  const digits = /^-?(\d+)(?:\.(\d+))?$/.exec(cell.trim());
  return digits === null || `${digits[1]}${digits[2] ?? ''}`.length > MOST_DIGITS ? cell : Number(cell);
}

/** Converts number columns; a column with an inexact value stays text. */
export function withNumbers(
  { columns }: TableSchema,
  rows: readonly (readonly Cell[])[],
): readonly (readonly Cell[])[] {
  const turned = columns.map((column, index) => {
    const cells = rows.map((row) => row[index] ?? null);
    const numbers = cells.map((cell) => asNumber(cell, column));
    return numbers.some((cell) => typeof cell === 'string') ? cells : numbers;
  });
  return rows.map((_, row) => turned.map((cells) => cells[row] ?? null));
}
