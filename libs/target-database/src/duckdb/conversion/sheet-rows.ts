import { timeText } from './cell-text.ts';
import { TextReader } from './text-reader.ts';
import type { Sheet, Workbook } from './workbook.ts';
import { checkLength, WorkbookError } from './workbook-error.ts';

const MOST_COLUMNS = 16_384;

interface OpenCell {
  column: number;
  type: string;
  style: number;
  value: string;
}

/** Reads nonempty rows: dates as ISO 8601, formulas as their cached results, errors as null. */
export async function readRows(book: Workbook, sheet: Sheet, take: (cells: (string | null)[]) => void): Promise<void> {
  const inline = new TextReader();
  let row: (string | null)[] = [];
  let cell: OpenCell | null = null;
  let inValue = false;
  let hasError = false;
  await book.read(sheet.part, {
    open: (name, attributes) => {
      if (name === 'row') [row, hasError] = [[], false];
      else if (name === 'c') {
        const column = columnOf(attributes['r'], row.length);
        cell = { column, type: attributes['t'] ?? 'n', style: Number(attributes['s'] ?? 0), value: '' };
      } else if (name === 'v') inValue = cell !== null;
      else inline.open(name);
    },
    text: (piece) => {
      if (inValue && cell !== null) {
        cell.value += piece;
        checkLength(cell.value);
      } else inline.text(piece);
    },
    close: (name) => {
      if (name === 'v') inValue = false;
      else if (name === 'c' && cell !== null) {
        const text = textOf(book, cell, inline.take());
        while (row.length < cell.column) row.push(null);
        row[cell.column] = text;
        hasError ||= cell.type === 'e';
        cell = null;
      } else if (name === 'row') {
        while (row.at(-1) === null) row.pop();
        if (row.length > 0 || hasError) take(row);
      } else inline.close(name);
    },
  });
}

function textOf(book: Workbook, { type, style, value }: OpenCell, inline: string): string | null {
  switch (type) {
    case 's':
      return book.sharedText(Number(value));
    case 'inlineStr':
      return inline;
    case 'str':
    case 'd':
      return value;
    case 'b':
      return value === '1' ? 'true' : 'false';
    case 'e':
      return null;
    default: {
      if (value === '') return null;
      const format = book.timeFormats[style] ?? null;
      return (format === null ? null : timeText(Number(value), format, book.is1904)) ?? value;
    }
  }
}

/** From 0; `next` without a reference. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/i.exec(reference ?? '')?.[0].toUpperCase();
  let column = letters === undefined ? next + 1 : 0;
  for (const letter of letters ?? '') column = column * 26 + letter.charCodeAt(0) - 64;
  if (column > MOST_COLUMNS) throw new WorkbookError(`it has more than ${MOST_COLUMNS} columns`);
  return column - 1;
}
