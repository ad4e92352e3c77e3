import type { Cell, ResultColumn } from '@assay/contracts';

const LINE_END = '\r\n';
/** What spreadsheets take for the begin of a formula, tab and line break before it included. */
const FORMULA = /^[=+\-@\t\r\n]/;
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

/** A cell; one that a spreadsheet would run as a formula begins with an apostrophe, as OWASP advises. */
function field(cell: Cell): string {
  if (cell === null) return '';
  const value = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
