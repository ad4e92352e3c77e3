import { type LenientState, type StringPlace } from './lenient-state.js';
import { isQuotedKeyAt } from './look-ahead.js';
import { type QuoteInText, type QuoteVerdict, judgeQuote, withoutForeignEnd } from './quote-judgement.js';

const ENDS: Record<string, string> = {
  '"': '"',
  "'": "'’",
  '`': "`´'",
  '´': '´',
  '“': '”“"',
  '”': '”"',
  '‘': "’‘'",
  '’': "’'",
  '«': '»',
};

export function isQuote(char: string): boolean {
  return char !== '' && Object.hasOwn(ENDS, char);
}

interface StringBuffer {
  /** Text before `from`, unescaped. */
  done: string;
  /** Start of the text not yet copied. */
  from: number;
  /** The last inner quote, and the text before it. */
  innerAt: number;
  innerText: string;
}

/**
 * Tolerates inner quotes, a missing closing quote, line breaks and foreign escapes; see `judgeQuote`.
 * @returns null for a truncated key
 */
export function readString(state: LenientState, place: StringPlace): string | null {
  const { text, region } = state;
  const open = state.char;
  const ends = ENDS[open] ?? open;
  const triple = text.startsWith(open.repeat(3), state.at) && text.indexOf(open.repeat(3), state.at + 3) > 0;
  if (triple) return readTriple(state, open.repeat(3));
  const doubled = isDoubled(state, open);
  const start = state.at + (doubled ? 2 : 1);
  const buffer: StringBuffer = { done: '', from: start, innerAt: -1, innerText: '' };
  const mainEnd = ends.charCodeAt(0);
  let colonAt = -1;
  let at = start;
  for (; at < region.limit; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) {
      at = readEscape(state, buffer, at) - 1;
      if (state.failed) return '';
    } else if (code === mainEnd || (ends.length > 1 && ends.includes(text.charAt(at)))) {
      const verdict = quoteAt(state, place, buffer, { at, start, doubled, colonAt });
      if (verdict.kind === 'end') {
        state.source.spend(at - state.at);
        state.at = verdict.next;
        return verdict.content;
      }
    } else if (code === 0x3a && place === 'key' && colonAt < 0) {
      colonAt = at;
    }
  }
  state.source.spend(at - state.at);
  return endOfRegion(state, place, buffer, start);
}

function quoteAt(
  state: LenientState,
  place: StringPlace,
  buffer: StringBuffer,
  quote: Pick<QuoteInText, 'at' | 'start' | 'doubled' | 'colonAt'>,
): QuoteVerdict {
  const { text } = state;
  const { at } = quote;
  const content = buffer.done + text.slice(buffer.from, at);
  // In object values, a quote right before an ASCII letter is an inner one.
  const isInside = place === 'object' && !quote.doubled && isAsciiLetter(text.charCodeAt(at + 1));
  const { innerAt, innerText } = buffer;
  const verdict: QuoteVerdict = isInside
    ? { kind: 'inside' }
    : judgeQuote(state, place, { ...quote, char: text.charAt(at), content, innerAt, innerText });
  if (verdict.kind === 'inside') {
    buffer.innerAt = at;
    buffer.innerText = content;
  }
  return verdict;
}

function isAsciiLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

/** `""text""`, as spreadsheets export it, and `""text"`. */
function isDoubled(state: LenientState, open: string): boolean {
  if (state.text.charAt(state.at + 1) !== open) return false;
  const next = state.text.charAt(state.at + 2);
  if (/^[\p{L}\p{N}]$/u.test(next)) return !isQuotedKeyAt(state, state.at + 1);
  // An empty text is followed by a delimiter.
  return (
    next === ' ' &&
    /^[\p{L}\p{N}]$/u.test(state.text.charAt(state.at + 3)) &&
    open === '"' &&
    isQuotedKeyAt(state, state.at + 1)
  );
}

function readTriple(state: LenientState, mark: string): string {
  const start = state.at + 3;
  const end = state.text.indexOf(mark, start);
  state.source.spend(end - start);
  state.at = end + 3;
  return state.text.slice(start, end);
}

const SIMPLE_ESCAPES: Record<string, string> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  '\n': '',
};

/** Unescapes at `at` and returns the next position. Unknown escapes keep their backslash. */
function readEscape(state: LenientState, buffer: StringBuffer, at: number): number {
  const { text, region } = state;
  buffer.done += text.slice(buffer.from, at);
  const next = text.charAt(at + 1);
  if (at + 1 >= region.limit) {
    buffer.from = region.limit;
    return region.limit;
  }
  if (next === 'u') return readUnicodeEscape(state, buffer, at);
  const meaning = Object.hasOwn(SIMPLE_ESCAPES, next) ? SIMPLE_ESCAPES[next] : undefined;
  buffer.done += meaning ?? `\\${next}`;
  buffer.from = at + 2;
  return at + 2;
}

function readUnicodeEscape(state: LenientState, buffer: StringBuffer, at: number): number {
  const { text, region } = state;
  const digits = /^[0-9a-fA-F]*/.exec(text.slice(at + 2, Math.min(at + 6, region.limit)))?.[0] ?? '';
  if (digits.length === 4) {
    buffer.done += String.fromCharCode(Number.parseInt(digits, 16));
    buffer.from = at + 6;
    return at + 6;
  }
  // Drops a truncated escape.
  if (at + 2 + digits.length >= region.limit && region.closedBy === 'end') {
    buffer.from = region.limit;
    return region.limit;
  }
  state.failAtEscape(at);
  return at;
}

const CLOSERS_AT_LINE_END = /[ \t]*[}\]][}\] \t]*[,;]?[ \t]*$/;
const CLOSERS_AT_END = /\s*[}\]][}\]\s]*[`;)\s]*$/;
const TAIL = 200;

/** Closers at the end of its line or region mean a missing quote; else truncated. */
function endOfRegion(state: LenientState, place: StringPlace, buffer: StringBuffer, start: number): string | null {
  const { text, region } = state;
  const lineEnd = text.indexOf('\n', buffer.from);
  const firstEnd = lineEnd < 0 ? region.limit : Math.min(lineEnd, region.limit);
  const cut =
    cutBefore(state, { start, from: buffer.from, end: firstEnd }, CLOSERS_AT_LINE_END) ??
    cutBefore(state, { start, from: buffer.from, end: region.limit }, CLOSERS_AT_END);
  if (cut === null) {
    state.at = region.limit;
    state.endsHere();
    state.cutInside = true;
    return place === 'key' ? null : withoutHalfSurrogate(buffer.done + text.slice(buffer.from, region.limit));
  }
  if (region.closedBy === 'end') state.guessedEnd = true;
  const content = buffer.done + text.slice(buffer.from, cut);
  const colon = place === 'key' ? content.indexOf(':') : -1;
  state.at = colon >= 0 ? start + colon : cut;
  return withoutForeignEnd(colon >= 0 ? content.slice(0, colon) : content);
}

/** Start of final closers that exceed the text's own openers; null if none. */
function cutBefore(
  state: LenientState,
  { start, from, end }: { start: number; from: number; end: number },
  pattern: RegExp,
): number | null {
  const tail = Math.max(from, end - TAIL);
  const closers = pattern.exec(state.text.slice(tail, end));
  if (closers === null) return null;
  let surplus = 0;
  for (let at = start; at < end; at += 1) {
    const code = state.text.charCodeAt(at);
    if (code === 0x7b || code === 0x5b) surplus -= 1;
    else if (code === 0x7d || code === 0x5d) surplus += 1;
  }
  return surplus > 0 ? tail + closers.index : null;
}

function withoutHalfSurrogate(text: string): string {
  return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
}
