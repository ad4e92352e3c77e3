type Row = (string | null)[];

export const HEAD_ROWS = 20;
const NUMBER = /^\s*[-+]?\d[\d.,\s:/-]*\s*$/;

export interface SheetHead {
  /** Rows above the table: titles, which fill a single cell. */
  skipped: number;
  headerRows: number;
  /** Without skipped rows; several header rows are joined. */
  rows: Row[];
}

/** Joins a header of two rows (`Q1` above `plan` and `real`). */
export function headOfSheet(first: readonly Row[]): SheetHead {
  const filled = first.map((row) => row.filter((cell) => cell !== null).length);
  const start = filled.findIndex((cells) => cells > 1);
  const wide = filled.filter((cells) => cells > 1).length;
  const rest = filled.length - start;
  // Otherwise, these are remarks beside a table of one column.
  const isTable = wide > 1 && (wide === rest ? start <= wide : start < wide && wide * 2 > rest);
  const skipped = isTable ? start : 0;
  const [upper = [], lower = [], ...below] = first.slice(skipped);
  const width = Math.max(upper.length, lower.length);
  const columns = Array.from({ length: width }, (_, column) => column);
  const at = (row: Row, column: number): string | null => row[column] ?? null;
  const isJoined =
    upper[0] !== undefined &&
    upper[0] !== null &&
    columns.every((column) => at(upper, column) !== null || at(lower, column) !== null) &&
    columns.some((column) => at(upper, column) === null) &&
    columns.some((column) => at(lower, column) === null) &&
    lower.every((cell) => cell === null || !NUMBER.test(cell)) &&
    below.some((row) => columns.some((column) => at(lower, column) !== null && NUMBER.test(at(row, column) ?? '')));
  if (!isJoined) return { skipped, headerRows: 1, rows: first.slice(skipped) };
  let group = '';
  const names = columns.map((column) => {
    group = at(upper, column) ?? group;
    return [group, at(lower, column)].filter((part) => part !== null).join(' ');
  });
  return { skipped, headerRows: 2, rows: [names, ...below] };
}
