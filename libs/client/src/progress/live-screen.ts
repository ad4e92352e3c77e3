import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './display-text.js';

export interface TextOutput {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
  rows?: number;
}

/** For terminals that report none. */
const USUAL_COLUMNS = 80;
const USUAL_ROWS = 24;

const HIDE_CURSOR = '\u001b[?25l';
const SHOW_CURSOR = '\u001b[?25h';
const ERASE_LINE_END = '\u001b[K';
const ERASE_BELOW = '\u001b[J';

export class LiveScreen {
  private drawn: string[] = [];
  private cursorHidden = false;

  constructor(private readonly output: TextOutput) {}

  /** One less than the terminal has: a full line or screen would scroll. */
  get size(): { width: number; height: number } {
    const rows = sizeOr(this.output.rows, USUAL_ROWS);
    return { width: Math.max(1, this.columns - 1), height: Math.max(1, rows - 1) };
  }

  draw(lines: string[]): void {
    const start = this.cursorHidden ? '' : HIDE_CURSOR;
    this.cursorHidden = true;
    const body = lines.map((line) => `${line}${ERASE_LINE_END}\n`).join('');
    this.output.write(`${start}${this.toTop()}${body}${ERASE_BELOW}`);
    this.drawn = lines;
  }

  print(lines: string[]): void {
    this.clear();
    this.output.write(lines.map((line) => `${line}\n`).join(''));
  }

  clear(): void {
    if (this.drawn.length > 0) this.output.write(`${this.toTop()}${ERASE_BELOW}`);
    this.drawn = [];
  }

  end(): void {
    if (this.cursorHidden) this.output.write(SHOW_CURSOR);
    this.cursorHidden = false;
    this.drawn = [];
  }

  private get columns(): number {
    return sizeOr(this.output.columns, USUAL_COLUMNS);
  }

  /** Moves to the top of the last drawing; counts wrapped lines. */
  private toTop(): string {
    const columns = this.columns;
    const rows = this.drawn.reduce((sum, line) => {
      return sum + Math.max(1, Math.ceil(displayWidth(stripVTControlCharacters(line)) / columns));
    }, 0);
    return rows === 0 ? '\r' : `\u001b[${rows}A\r`;
  }
}

/** Unknown is undefined or 0. */
export function sizeOr(given: number | undefined, usual: number): number {
  return given !== undefined && given > 0 ? given : usual;
}
