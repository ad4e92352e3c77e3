import type { Cell, RowsPage } from '@assay/contracts';

const LINE_END = '\r\n';
/** What spreadsheets take for the begin of a formula, tab and line break before it included. */
const FORMULA = /^[=+\-@\t\r\n]/;
/** A number may begin with a sign without being a formula. */
const NUMBER = /^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/i;

/** Pages of rows as CSV (RFC 4180): names of columns first, a piece of text per page. NULL is empty, '' is `""`. */
export async function* csvOf(pages: AsyncIterable<RowsPage>): AsyncGenerator<string, void, undefined> {
  let first = true;
  for await (const { columns, rows } of pages) {
    const lines = rows.map((row) => row.map(field).join(','));
    if (first) lines.unshift(columns.map(({ name }) => field(name)).join(','));
    first = false;
    yield lines.map((line) => `${line}${LINE_END}`).join('');
  }
}

/** A cell; one that a spreadsheet would run as a formula begins with an apostrophe, as OWASP advises. */
function field(cell: Cell): string {
  if (cell === null) return '';
  const value = typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
  const text = FORMULA.test(value) && !NUMBER.test(value) ? `'${value}` : value;
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
