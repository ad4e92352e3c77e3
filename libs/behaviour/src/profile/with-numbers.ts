import type { Cell, ColumnSchema, TableSchema } from '@assay/contracts';
import { columnKind } from '../instances/column-kind.js';

const MOST_DIGITS = 15;

/** Decimals and large integers arrive as text. */
export function asNumber(cell: Cell, { type }: ColumnSchema): Cell {
  const kind = columnKind(type);
  if (typeof cell !== 'string' || (kind !== 'integer' && kind !== 'number')) return cell;
  const digits = /^-?(\d+)(?:\.(\d+))?$/.exec(cell.trim());
  return digits === null || `${digits[1]}${digits[2] ?? ''}`.length > MOST_DIGITS ? cell : Number(cell);
}

/** Columns with inexact values stay text. */
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
