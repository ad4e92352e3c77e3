import type { Cell } from './cell.js';

/**
 * Where a spreadsheet may read a formula: at a cell's start or after a separator of any locale, past blanks and quotes,
 * before an operator, also a full-width one.
 */
const FORMULA = /(^|[;|\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** White space at the start of a cell can hide a formula. */
const LEADING = /^[\t\r\n]/;
/** Typed values that begin with a sign and are no formulas: numbers, infinities, money, intervals. */
const TYPED =
  /^[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|infinity|[$€£¥]\d+(?:,\d{3})*(?:\.\d+)?|(?=.*\d)(?:[-+]?\d+ (?:year|mon|month|day)s?(?: |$))*(?:[-+]?\d+:\d\d(?::\d\d(?:\.\d+)?)?)?)$/i;

/** A value as spreadsheets may read it: formulas get an apostrophe, as OWASP advises. */
export function spreadsheetText(cell: NonNullable<Cell>): string {
  const value = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  return TYPED.test(value) ? value : withoutFormulas(value);
}

function withoutFormulas(value: string): string {
  const text = value.replaceAll(FORMULA, "$1'");
  return LEADING.test(text) ? `'${text}` : text;
}
