import type { Cell, ColumnSchema, TableSchema } from '@assay/contracts';
import { columnKind } from '../instances/column-kind.js';

/** Digits that a double keeps exactly. */
const MOST_DIGITS = 15;

/** Decimals and large integers travel as texts, which order otherwise than numbers do; those of a number column as it is. */
export function asNumber(cell: Cell, { type }: ColumnSchema): Cell {
  const kind = columnKind(type);
  if (typeof cell !== 'string' || (kind !== 'integer' && kind !== 'number')) return cell;
  const digits = /^-?(\d+)(?:\.(\d+))?$/.exec(cell.trim());
  return digits === null || `${digits[1]}${digits[2] ?? ''}`.length > MOST_DIGITS ? cell : Number(cell);
}

/** The same rows, each column with one kind of cells: all its texts are numbers now, or none. */
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
