import type { TextVerdict } from './verdict-text.js';

/** A parsed line `SQL #n: …`. */
export interface ParsedVerdicts {
  number: number;
  verdicts: TextVerdict[];
}

/**
 * Parses `formatVerdicts` exactly, tolerating letter case, missing blanks, a colon for the dash, and bare commas in
 * reasons (a comma ends a reason only before OK, KO, `??`).
 * @returns null for other text
 */
export function parseVerdicts(text: string): ParsedVerdicts | null {
  const header = /^\s*SQL\s*#\s*(\d{1,9})\s*:/iu.exec(text);
  if (header === null) return null;
  const verdicts: TextVerdict[] = [];
  let at = skipBlanks(text, header[0].length);
  while (at < text.length) {
    const item = readItem(text, at);
    if (item === null) return null;
    verdicts.push(item.verdict);
    if (item.end === text.length) break;
    at = skipBlanks(text, item.end + 1);
    // A trailing comma is incomplete.
    if (at === text.length) return null;
  }
  return { number: Number(header[1]), verdicts };
}

interface Item {
  verdict: TextVerdict;
  /** Position of the item's comma, or the end. */
  end: number;
}

const WORD = /(OK|KO|\?\?)(?![\p{L}\p{N}])/iuy;
const NEXT_ITEM = /,(?=\s*(?:OK|KO|\?\?)(?![\p{L}\p{N}]))/giu;
const QUOTED = /"(?:[^"\\]|\\.)*"/suy;
const ITEM_END = /\s*(?:,|$)/uy;

function readItem(text: string, start: number): Item | null {
  const word = matchAt(WORD, text, start)?.[1]?.toUpperCase();
  if (word === undefined) return null;
  const afterWord = skipBlanks(text, start + word.length);
  if (atEnd(text, afterWord)) return { verdict: { verdict: verdictOf(word), reason: '' }, end: afterWord };
  const reasonStart = skipBlanks(text, /[-–—:]/u.test(text.charAt(afterWord)) ? afterWord + 1 : afterWord);
  const { reason, end } = readQuoted(text, reasonStart) ?? readBare(text, reasonStart);
  return { verdict: { verdict: verdictOf(word), reason: word === 'KO' ? reason : '' }, end };
}

function readQuoted(text: string, start: number): { reason: string; end: number } | null {
  const quoted = matchAt(QUOTED, text, start);
  if (quoted === null) return null;
  const end = skipBlanks(text, start + quoted[0].length);
  if (matchAt(ITEM_END, text, end) === null) return null;
  try {
    const reason: unknown = JSON.parse(quoted[0]);
    return typeof reason === 'string' ? { reason, end } : null;
  } catch {
    // Invalid JSON strings are bare reasons.
    return null;
  }
}

function readBare(text: string, start: number): { reason: string; end: number } {
  const end = matchAt(NEXT_ITEM, text, start)?.index ?? text.length;
  return { reason: text.slice(start, end).trim(), end };
}

function verdictOf(word: string): TextVerdict['verdict'] {
  if (word === 'OK') return 'PASS';
  return word === 'KO' ? 'FAIL' : 'UNDECIDED';
}

function atEnd(text: string, at: number): boolean {
  return at >= text.length || text.charAt(at) === ',';
}

function skipBlanks(text: string, start: number): number {
  let at = start;
  while (at < text.length && /\s/u.test(text.charAt(at))) at += 1;
  return at;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}
