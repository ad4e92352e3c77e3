import type { Cell, ResultColumn } from '@assay/contracts';

const LINE_END = '\r\n';
/** Start of a cell, or separators of other locales, then blanks or quotes. Includes full-width operators. */
const FORMULA = /(^|[;|\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** White space at the start of a cell can hide a formula. */
const LEADING = /^[\t\r\n]/;
/** Typed values that begin with a sign and are no formulas: numbers, infinities, money, intervals. */
const TYPED =
  /^[-+]?(?:\d+(?:\.\d+)?(?:e[-+]?\d+)?|infinity|[$€£¥]\d+(?:,\d{3})*(?:\.\d+)?|(?=.*\d)(?:[-+]?\d+ (?:year|mon|month|day)s?(?: |$))*(?:[-+]?\d+:\d\d(?::\d\d(?:\.\d+)?)?)?)$/i;
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * Rows as CSV (RFC 4180): header, then one chunk per page. NULL is empty, '' is `""`.
 * @param hasMark begins with a byte order mark, by which Excel recognizes UTF-8
 */
export async function* csvOf(
  columns: readonly Pick<ResultColumn, 'name'>[],
  pages: AsyncIterable<Cell[][]>,
  hasMark = false,
): AsyncGenerator<string, void, undefined> {
  yield (hasMark ? BYTE_ORDER_MARK : '') + linesOf([columns.map(({ name }) => name)]);
  for await (const rows of pages) if (rows.length > 0) yield linesOf(rows);
}

function linesOf(rows: readonly Cell[][]): string {
  return rows.map((row) => `${row.map(field).join(',')}${LINE_END}`).join('');
}

/** Prefixes formulas with an apostrophe, as OWASP advises. */
function field(cell: Cell): string {
  if (cell === null) return '';
  const value = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  const text = TYPED.test(value) ? value : withoutFormulas(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutFormulas(value: string): string {
  const text = value.replaceAll(FORMULA, "$1'");
  return LEADING.test(text) ? `'${text}` : text;
}
