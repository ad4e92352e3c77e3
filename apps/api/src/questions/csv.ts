import type { Cell, ResultColumn } from '@assay/contracts';

const LINE_END = '\r\n';
/**
 * The place before a formula: the begin of a cell, or what other locales and imports split cells at; blanks and quotes
 * may follow. The full-width characters are read as the others.
 */
const FORMULA = /(^|[;|\t\r\n])(?=(?:[^\S\t\r\n]|")*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;
/** A cell may begin with these, and hide what follows from a spreadsheet. */
const LEADING = /^[\t\r\n]/;
/** A number may begin with a sign without being a formula. */
const NUMBER = /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/** Rows as CSV (RFC 4180): a line of the columns' names, then a piece of text per page. NULL is empty, '' is `""`. */
export async function* csvOf(
  columns: readonly Pick<ResultColumn, 'name'>[],
  pages: AsyncIterable<Cell[][]>,
): AsyncGenerator<string, void, undefined> {
  yield linesOf([columns.map(({ name }) => name)]);
  for await (const rows of pages) if (rows.length > 0) yield linesOf(rows);
}

function linesOf(rows: readonly Cell[][]): string {
  return rows.map((row) => `${row.map(field).join(',')}${LINE_END}`).join('');
}

/** A cell; an apostrophe precedes what a spreadsheet would run as a formula, as OWASP advises. */
function field(cell: Cell): string {
  if (cell === null) return '';
  const value = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  const text = NUMBER.test(value) ? value : withoutFormulas(value);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function withoutFormulas(value: string): string {
  const text = value.replaceAll(FORMULA, "$1'");
  return LEADING.test(text) ? `'${text}` : text;
}
