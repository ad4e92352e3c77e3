import type { Cell } from './cell.js';

/**
 * Where a spreadsheet may read a formula: at a cell's start or after a separator of any locale, past blanks and quotes,
 * before an operator, also a full-width one.
 */
const FORMULA = /(^|[;|\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** White space at the start of a cell can hide a formula. */
const LEADING = /^[\t\r\n]/;
const JSON_TYPE = /\bjsonb?\b/i;
/** Typed values that begin with a sign and are no formulas: numbers, infinities, money, intervals. */
const TYPED =
  /^[-+]?(?:(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?|infinity|\p{Sc} ?\d+(?:[.,\s]\d+)*|\d+(?:[.,\s]\d+)*\s?\p{Sc}|(?=.*\d)(?:[-+]?\d+ (?:year|mon|month|day)s?(?: |$))*(?:(?:[-+]?\d+ )?[-+]?\d+:\d\d(?::\d\d(?:\.\d+)?)?)?)$/iu;

/** A value as spreadsheets may read it: formulas get an apostrophe, as OWASP advises. JSON stays as it is. */
export function spreadsheetText(cell: NonNullable<Cell>, type = ''): string {
  if (typeof cell === 'object') return JSON.stringify(cell);
  const value = String(cell);
  return TYPED.test(value) || (JSON_TYPE.test(type) && isJson(value)) ? value : withoutFormulas(value);
}

function isJson(value: string): boolean {
  try {
    JSON.parse(value);
    return true;
  } catch {
    return false;
  }
}

function withoutFormulas(value: string): string {
  const text = value.replaceAll(FORMULA, "$1'");
  return LEADING.test(text) ? `'${text}` : text;
}
