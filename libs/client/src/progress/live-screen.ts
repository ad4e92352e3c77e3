import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './display-text.js';

/** What a stream must offer to be written on; `process.stderr` does. */
export interface TextOutput {
  write(text: string): unknown;
  /** True on a terminal. */
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

/** What is taken for the size of a terminal that does not know its own. */
const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const ERASE_LINE_END = '\u001b[K';
const ERASE_BELOW = '\u001b[J';

/** Lines on a terminal that are redrawn in place. */
export class LiveScreen {
  private readonly output: TextOutput;
  private drawn: string[] = [];
  private cursorHidden = false;

  constructor(output: TextOutput) {
    this.output = output;
  }

  /** Columns and lines that a drawing may use: one less than there are, as full lines and screens scroll by themselves. */
  get size(): { width: number; height: number } {
    const rows = sizeOr(this.output.rows, USUAL_ROWS);
    return { width: Math.max(1, this.columns - 1), height: Math.max(1, rows - 1) };
  }

  /** Replaces the last drawing. */
  draw(lines: string[]): void {
    const start = this.cursorHidden ? '' : HIDE_CURSOR;
    this.cursorHidden = true;
    const body = lines.map((line) => `${line}${ERASE_LINE_END}\n`).join('');
    this.output.write(`${start}${this.toTop()}${body}${ERASE_BELOW}`);
    this.drawn = lines;
  }

  /** Writes lines that stay, above what is drawn next. */
  print(lines: string[]): void {
    this.clear();
    this.output.write(lines.map((line) => `${line}\n`).join(''));
  }

  /** Takes the last drawing away. */
  clear(): void {
    if (this.drawn.length > 0) this.output.write(`${this.toTop()}${ERASE_BELOW}`);
    this.drawn = [];
  }

  /** Leaves the last drawing where it is, and gives the cursor back. */
  end(): void {
    if (this.cursorHidden) this.output.write(SHOW_CURSOR);
    this.cursorHidden = false;
    this.drawn = [];
  }

  private get columns(): number {
    return sizeOr(this.output.columns, USUAL_COLUMNS);
  }

  /** To the first column of the first drawn line, wherever a narrower window has wrapped the lines since. */
  private toTop(): string {
    const columns = this.columns;
    const rows = this.drawn.reduce((sum, line) => {
      return sum + Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns));
    }, 0);
    return rows === 0 ? '\r' : `\u001b[${rows}A\r`;
  }
}

/** A terminal's columns or rows; `usual` where it says none, or 0 as one of unknown size does. */
export function sizeOr(told: number | undefined, usual: number): number {
  return told !== undefined && told > 0 ? told : usual;
}
