import type { Cell, ResultColumn } from '@assay/contracts';
import { displayWidth, oneLine, pad, truncate } from './display-text.js';
import { count } from './quantities.js';
import { plainPaint, type Paint } from './styled-line.js';

export interface TableView {
  /** Columns of the terminal. */
  width: number;
  paint?: Paint;
}

const WIDEST_CELL = 40;
const GAP = '  ';

/** Rows as an aligned table: numbers to the right, long cells cut, columns that have no room left out and counted. */
export function renderTable(columns: Pick<ResultColumn, 'name'>[], rows: Cell[][], view: TableView): string[] {
  const paint = view.paint ?? plainPaint;
  const widest = Math.min(WIDEST_CELL, view.width);
  const names = columns.map(({ name }) => truncate(oneLine(name), widest));
  const texts = rows.map((row) => names.map((_, index) => truncate(cellText(row[index] ?? null), widest)));
  const widths = names.map((name, index) =>
    texts.reduce((width, row) => Math.max(width, displayWidth(row[index] ?? '')), displayWidth(name)),
  );
  const shown = columnsThatFit(widths, view.width);
  const sides = names.map((_, index) => (rows.every((row) => isNumeric(row[index] ?? null)) ? 'left' : 'right'));
  const draw = (cells: string[]): string[] =>
    cells.slice(0, shown).map((cell, index) => pad(cell, widths[index] ?? 0, sides[index]));
  const lines = [
    draw(names)
      .map((name) => paint('bold', name))
      .join(GAP),
    draw(names.map((_, index) => '─'.repeat(widths[index] ?? 0))).join(GAP),
    ...texts.map((row) => draw(row).join(GAP).trimEnd()),
  ];
  const hidden = names.length - shown;
  if (hidden === 0) return lines;
  const note = `(${count(hidden, 'more column')}: ${names.slice(shown).join(', ')})`;
  return [...lines, paint('dim', truncate(note, view.width))];
}

/** A cell on one line; nested values as JSON. */
function cellText(cell: Cell): string {
  if (cell === null) return 'NULL';
  return oneLine(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
}

function isNumeric(cell: Cell): boolean {
  return cell === null || typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell));
}

function columnsThatFit(widths: number[], available: number): number {
  let used = 0;
  const fitting = widths.findIndex((width, index) => {
    used += width + (index === 0 ? 0 : GAP.length);
    return used > available;
  });
  if (fitting < 0) return widths.length;
  return Math.max(1, fitting);
}
