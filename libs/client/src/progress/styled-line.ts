import { styleText } from 'node:util';
import { displayWidth, truncate } from './display-text.js';

export type Style = 'bold' | 'dim' | 'green' | 'red' | 'yellow' | 'cyan';

/** Keeps renderers independent of terminals. */
export type Paint = (style: Style, text: string) => string;

export const plainPaint: Paint = (_style, text) => text;

export const ansiPaint: Paint = (style, text) => styleText(style, text, { validateStream: false });

/** Colours on terminals unless NO_COLOR is set (no-color.org). */
export function paintFor(isTerminal: boolean, env: Record<string, string | undefined>): Paint {
  const refused = (env['NO_COLOR'] ?? '') !== '' || env['TERM'] === 'dumb';
  return isTerminal && !refused ? ansiPaint : plainPaint;
}

export interface Span {
  text: string;
  style?: Style;
}

export type Line = Span[];

/** Truncates before painting. */
export function paintLine(line: Line, width: number, paint: Paint): string {
  let left = width;
  let painted = '';
  for (const { text, style } of line) {
    const piece = truncate(text, left);
    if (piece !== '') painted += style === undefined ? piece : paint(style, piece);
    left -= displayWidth(piece);
    if (piece !== text) break;
  }
  return painted;
}
