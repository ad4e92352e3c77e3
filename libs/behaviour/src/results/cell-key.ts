import type { Cell, ResultColumn, ResultTable } from '@assay/contracts';

/** The types whose values travel as text but are numbers: decimals, and integers too large for JSON. */
const NUMERIC_TYPE = /^(?:u?(?:tiny|small|medium|big|huge)?int|numeric|decimal|number|float|double|real)/i;

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/**
 * A text per cell, equal for the cells that EX takes for equal. As in the definition's own implementation (Python's
 * equality of tuples): NULL equals NULL, numbers are equal by exact value whatever their type (1 = 1.0 = true), texts
 * are equal character by character, and a number never equals a text. Nothing is rounded.
 */
function cellKey(cell: Cell, isNumeric: boolean): string {
  if (cell === null) return '_';
  if (typeof cell === 'boolean') return cell ? 'n1e0' : 'n0';
  if (typeof cell === 'number') return numberKey(String(cell)) ?? `n${cell}`;
  if (typeof cell === 'string') return (isNumeric ? numberKey(cell) : null) ?? `s${cell}`;
  return `j${JSON.stringify(cell)}`;
}

/** The keys of a result, row by row. */
export function cellKeys(result: Pick<ResultTable, 'columns' | 'rows'>): string[][] {
  const numeric = result.columns.map(isNumericColumn);
  return result.rows.map((row) => row.map((cell, index) => cellKey(cell, numeric[index] ?? false)));
}

/** One text for a whole row: lengths are written, so cells never run together. */
export function rowKey(keys: readonly string[]): string {
  return keys.map((key) => `${key.length}:${key}`).join('');
}

function isNumericColumn({ type }: ResultColumn): boolean {
  return NUMERIC_TYPE.test(type);
}

/** Sign, significant digits, exponent: the same for every spelling of one number; null for what is none. */
function numberKey(text: string): string | null {
  const [whole, sign, integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined || integer + fraction === '') return null;
  const digits = (integer + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 'n0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `n${sign === '-' ? '-' : ''}${significant}e${power}`;
}
