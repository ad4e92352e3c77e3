import type { Cell, ResultColumn } from '@assay/contracts';
import { isNumberColumn } from './cell-text.js';

export interface RowOrder {
  column: number;
  descending: boolean;
}

const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/** Numbers by value, others as text, NULL last. */
export function sortRows(rows: Cell[][], columns: ResultColumn[], { column, descending }: RowOrder): Cell[][] {
  const described = columns[column];
  const numeric = described !== undefined && isNumberColumn(described);
  const sign = descending ? -1 : 1;
  return rows.toSorted((one, other) => {
    const [first = null, second = null] = [one[column], other[column]];
    if (first === null || second === null) return Number(first === null) - Number(second === null);
    const areNumbers = numeric || (typeof first === 'number' && typeof second === 'number');
    if (areNumbers && typeof first !== 'object' && typeof second !== 'object')
      return sign * compareNumbers(first, second);
    return sign * textOf(first).localeCompare(textOf(second));
  });
}

function textOf(cell: Exclude<Cell, null>): string {
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

/** NaN is greatest, as in PostgreSQL. */
function compareNumbers(first: string | number | boolean, second: string | number | boolean): number {
  const [one, other] = [Number(first), Number(second)];
  if (one < other) return -1;
  if (one > other) return 1;
  if (Number.isNaN(one) !== Number.isNaN(other)) return Number.isNaN(one) ? 1 : -1;
  // Equal doubles may differ in 19 digits.
  return (
    compareDigits(String(first), String(second)) ??
    (Number.isNaN(one) ? textOf(first).localeCompare(textOf(second)) : 0)
  );
}

/** Null unless both are plain decimals. */
function compareDigits(first: string, second: string): number | null {
  const [one, other] = [DECIMAL.exec(first), DECIMAL.exec(second)];
  if (one === null || other === null) return null;
  const places = Math.max(one[3]?.length ?? 0, other[3]?.length ?? 0);
  const [scaledOne, scaledOther] = [scaled(one, places), scaled(other, places)];
  return scaledOne < scaledOther ? -1 : Number(scaledOne > scaledOther);
}

function scaled([, sign = '', whole = '', fraction = '']: RegExpExecArray, places: number): bigint {
  return BigInt(`${sign}${whole}${fraction.padEnd(places, '0')}`);
}
