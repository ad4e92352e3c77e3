import type { Cell, ResultColumn } from '@assay/contracts';
import { displayWidth, oneLine, pad, truncate } from './display-text.js';
import { count } from './quantities.js';
import { plainPaint, type Paint } from './styled-line.js';

export interface TableView {
  /** Infinity (files, pipes): nothing is cut. */
  width: number;
  paint?: Paint;
  whole?: boolean;
}

const WIDEST_CELL = 40;
const NARROWEST_CUT = 16;
const GAP = '  ';
/** Ids and times, which are useless if cut. */
const INDIVISIBLE = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]+|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;

/** Shortens the widest texts first; columns that do not fit even so are left out and counted. */
export function renderTable(columns: Pick<ResultColumn, 'name'>[], rows: Cell[][], view: TableView): string[] {
  const paint = view.paint ?? plainPaint;
  const { names, texts, widths } = layOut(columns, rows, view);
  const shown = view.whole ? names.length : columnsThatFit(widths, view.width);
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

interface Layout {
  names: string[];
  texts: string[][];
  widths: number[];
}

function layOut(columns: Pick<ResultColumn, 'name'>[], rows: Cell[][], view: TableView): Layout {
  const widest = view.width === Infinity ? Infinity : Math.min(WIDEST_CELL, view.width);
  const names = columns.map(({ name }) => truncate(oneLine(name), widest));
  const texts = rows.map((row) => names.map((_, index) => truncate(cellText(row[index] ?? null), widest)));
  const wanted = names.map((name, index) =>
    texts.reduce((width, row) => Math.max(width, displayWidth(row[index] ?? '')), displayWidth(name)),
  );
  const least = names.map((name, index) => {
    const isNumber = rows.every((row) => isNumeric(row[index] ?? null));
    const isText = !isNumber && !texts.some((row) => INDIVISIBLE.test(row[index] ?? ''));
    return isText ? Math.max(NARROWEST_CUT, displayWidth(name)) : (wanted[index] ?? 0);
  });
  const widths = narrowed(wanted, least, view.width);
  return { names, texts: texts.map((row) => row.map((text, index) => truncate(text, widths[index] ?? 0))), widths };
}

export function cellText(cell: Cell): string {
  if (cell === null) return 'NULL';
  return oneLine(typeof cell === 'object' ? JSON.stringify(cell) : String(cell));
}

function isNumeric(cell: Cell): boolean {
  return cell === null || typeof cell === 'number' || (typeof cell === 'string' && /^-?\d+(\.\d+)?$/.test(cell));
}

/** Narrows the widest columns until all fit; `wanted` if they cannot. */
function narrowed(wanted: readonly number[], least: readonly number[], available: number): number[] {
  const widths = [...wanted];
  const gaps = GAP.length * (widths.length - 1);
  for (;;) {
    const excess = widths.reduce((sum, width) => sum + width, gaps) - available;
    const spare = widths.map((width, index) => (width > (least[index] ?? 0) ? width : 0));
    const widest = Math.max(0, ...spare);
    if (excess <= 0 || widest === 0) return excess <= 0 ? widths : [...wanted];
    widths[spare.indexOf(widest)] = widest - 1;
  }
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
