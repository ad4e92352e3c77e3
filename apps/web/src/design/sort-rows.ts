import type { Cell, ResultColumn } from '@assay/contracts';
import { isNumberColumn } from './cell-text.js';

/** By which column rows are sorted. */
export interface RowOrder {
  column: number;
  descending: boolean;
}

/** Rows in order of a column: numbers by value, everything else as text, NULL last either way. */
export function sortRows(rows: Cell[][], columns: ResultColumn[], { column, descending }: RowOrder): Cell[][] {
  const described = columns[column];
  const numeric = described !== undefined && isNumberColumn(described);
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first = null, second = null] = [one[column], other[column]];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    if (numeric) return sign * (Number(first) - Number(second));
    return sign * textOf(first).localeCompare(textOf(second));
  });
}

function textOf(cell: Exclude<Cell, null>): string {
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}
