import { spreadsheetText, type Cell, type ResultColumn } from '@assay/contracts';

const LINE_END = '\r\n';
const BYTE_ORDER_MARK = '\uFEFF';

/**
 * RFC 4180: header, then one chunk per page. NULL is empty, '' is `""`.
 * @param hasMark a byte order mark, by which Excel recognizes UTF-8
 */
export async function* csvOf(
  columns: readonly ResultColumn[],
  pages: AsyncIterable<Cell[][]>,
  hasMark = false,
): AsyncGenerator<string, void, undefined> {
  yield (hasMark ? BYTE_ORDER_MARK : '') + linesOf([columns.map(({ name }) => name)]);
  const types = columns.map(({ type }) => type);
  for await (const rows of pages) if (rows.length > 0) yield linesOf(rows, types);
}

function linesOf(rows: readonly Cell[][], types: readonly string[] = []): string {
  return rows.map((row) => `${row.map((cell, at) => field(cell, types[at])).join(',')}${LINE_END}`).join('');
}

function field(cell: Cell, type?: string): string {
  if (cell === null) return '';
  const text = spreadsheetText(cell, type);
  return text === '' || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
