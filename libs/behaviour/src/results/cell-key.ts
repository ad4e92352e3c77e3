import type { Cell, ResultColumn, ResultTable } from '@assay/contracts';

/** In columns of these types, a text is a number. */
const NUMERIC_TYPE = /^(?:u?(?:tiny|small|medium|big|huge)?int|numeric|decimal|number|float|double|real)/i;

const NUMBER = /^([+-]?)(\d*)(?:\.(\d*))?(?:e([+-]?\d{1,4}))?$/i;

/**
 * Key of cell equality in EX, like Python tuples: NULL equals NULL, numbers across types (1 = 1.0 = true), texts
 * exactly.
 */
function cellKey(cell: Cell, isNumeric: boolean): string {
  if (cell === null) return '_';
  if (typeof cell === 'boolean') return cell ? 'n1e0' : 'n0';
  if (typeof cell === 'number') return numberKey(String(cell)) ?? `n${cell}`;
  if (typeof cell === 'string') return (isNumeric ? numberKey(cell) : null) ?? `s${cell}`;
  return `j${JSON.stringify(cell)}`;
}

export function cellKeys(result: Pick<ResultTable, 'columns' | 'rows'>): string[][] {
  const numeric = result.columns.map(isNumericColumn);
  return result.rows.map((row) => row.map((cell, index) => cellKey(cell, numeric[index] ?? false)));
}

export function rowKey(keys: readonly string[]): string {
  return keys.map((key) => `${key.length}:${key}`).join('');
}

function isNumericColumn({ type }: ResultColumn): boolean {
  return NUMERIC_TYPE.test(type);
}

function numberKey(text: string): string | null {
  const [whole, sign, integer = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? [];
  if (whole === undefined || integer + fraction === '') return null;
  const digits = (integer + fraction).replace(/^0+/, '');
  const significant = digits.replace(/0+$/, '');
  if (significant === '') return 'n0';
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `n${sign === '-' ? '-' : ''}${significant}e${power}`;
}
