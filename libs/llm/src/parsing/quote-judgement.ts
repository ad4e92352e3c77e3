import { type LenientState, type StringPlace } from './lenient-state.js';
import { continuesObject, isBareKeyAt, isQuotedKeyAt, skipGap } from './look-ahead.js';

export interface QuoteInText {
  at: number;
  start: number;
  char: string;
  /** Opened by two quotes, so two may close it. */
  doubled: boolean;
  content: string;
  /** First colon in a key; -1 if none. */
  colonAt: number;
  /** An earlier inner quote and the text before it; -1 if none. */
  innerAt: number;
  innerText: string;
}

/** `inside`: part of the text. `end`: the text is `content`; continue at `next`. */
export type QuoteVerdict = { kind: 'inside' } | { kind: 'end'; content: string; next: number };

const INSIDE: QuoteVerdict = { kind: 'inside' };
const LETTER_OR_DIGIT = /^[\p{L}\p{N}]$/u;
const QUOTE = /^["'“”‘’`´]$/;
const LITERAL_OR_NUMBER = /(?:true|false|null|none|-?\d+(?:\.\d+)?)\s*(?=[,\]}])/iy;
const LITERAL_OR_DIGIT = /true\b|false\b|null\b|-?\d/iy;

/**
 * A quote ends its text before a colon (key), a closer, or a comma and key (value). Models forget to escape quotes (`a
 * 27" panel`), closing quotes, and commas.
 */
export function judgeQuote(state: LenientState, place: StringPlace, quote: QuoteInText): QuoteVerdict {
  const { text, region } = state;
  const isPair = quote.doubled && text.charAt(quote.at + 1) === quote.char;
  const after = quote.at + (isPair ? 2 : 1);
  const blankEnd = state.source.skipBlank(after, region.limit);
  const next = state.writesBlanks ? skipGap(state, blankEnd) : blankEnd;
  const end: QuoteVerdict = { kind: 'end', content: quote.content, next: after };
  if (next >= region.limit || state.isFenceAt(next)) return end;
  const follower = text.charAt(next);
  if (place === 'key') return judgeAfterKey(state, quote, { follower, next, end, isAdjacent: next === after });
  if (follower === '}' || follower === ']' || (follower === ')' && state.hasRoundBracket)) return end;
  if (startsCommentOrJoin(state, next, next > after)) return end;
  const situation = { follower, next, end, isAdjacent: next === after };
  return place === 'object' ? judgeInObject(state, quote, situation) : judgeInArray(state, quote, situation);
}

interface Situation {
  follower: string;
  next: number;
  isAdjacent: boolean;
  end: QuoteVerdict;
}

function judgeAfterKey(state: LenientState, quote: QuoteInText, situation: Situation): QuoteVerdict {
  const { follower, next, end, isAdjacent } = situation;
  if (follower === ':') return end;
  if (!isAdjacent || !LETTER_OR_DIGIT.test(follower)) return end;
  // `{"key:"value"}`: the key lacks its closing quote.
  const { colonAt } = quote;
  if (colonAt >= 0)
    return { kind: 'end', content: withoutForeignEnd(state.text.slice(quote.start, colonAt)), next: colonAt };
  return state.matches(LITERAL_OR_DIGIT, next) ? end : INSIDE;
}

function judgeInObject(state: LenientState, quote: QuoteInText, situation: Situation): QuoteVerdict {
  const { follower, next, end, isAdjacent } = situation;
  if (follower === ',' || follower === ';') return continuesObject(state, next) ? end : INSIDE;
  // A colon after a value: the inner quote opened the next key.
  if (follower === ':') return quote.innerAt >= 0 ? lostEnd(state, quote.innerText, quote.innerAt) : INSIDE;
  if (QUOTE.test(follower)) return isQuotedKeyAt(state, next) ? end : INSIDE;
  return !isAdjacent && isBareKeyAt(state, next) ? end : INSIDE;
}

function judgeInArray(state: LenientState, quote: QuoteInText, situation: Situation): QuoteVerdict {
  const { follower, next, end, isAdjacent } = situation;
  if (follower === ',' || follower === ':' || follower === '{' || follower === '[') return end;
  if (QUOTE.test(follower)) return end;
  if (!isAdjacent) return state.matches(LITERAL_OR_NUMBER, next) ? end : INSIDE;
  return isItemLost(state, quote.at) ? lostEnd(state, quote.content, quote.at) : INSIDE;
}

/** Removes an unpaired final quote of another kind. */
export function withoutForeignEnd(text: string): string {
  const last = text.slice(-1);
  return /["'”’`]/.test(last) && text.split(last).length % 2 === 0 ? text.slice(0, -1) : text;
}

/** Characters searched before the quote and to the end of its list. */
const BLANK_BEFORE = 80;
const LIST_AHEAD = 200;

/**
 * The quote opens the next item, and the previous one is unclosed. A comma precedes, and a line break, or quotes that
 * pair up to the list's end.
 */
function isItemLost(state: LenientState, at: number): boolean {
  const { text } = state;
  let hasLineBreak = false;
  let before = at - 1;
  for (; before >= at - BLANK_BEFORE && text.charCodeAt(before) <= 32; before -= 1) {
    if (text.charCodeAt(before) === 10) hasLineBreak = true;
  }
  return text.charCodeAt(before) === 0x2c && (hasLineBreak || areQuotesPaired(state, at));
}

function areQuotesPaired({ text, source, region }: LenientState, from: number): boolean {
  const end = source.search('list end', LIST_END, from);
  if (end < 0 || end > Math.min(from + LIST_AHEAD, region.limit)) return false;
  let isPaired = true;
  for (let at = from; at < end; at += 1) {
    if (text.charCodeAt(at) === 0x22) isPaired = !isPaired;
  }
  source.spend(end - from);
  return isPaired;
}

const LIST_END = /[\]\n]/g;

/** The text ended before a comma or line break that was read as part of it. */
function lostEnd(state: LenientState, content: string, next: number): QuoteVerdict {
  if (!/(?:,|\n)\s*$/.test(textBefore(state, next))) return INSIDE;
  return { kind: 'end', content: content.trimEnd().replace(/,$/, '').trimEnd(), next };
}

/** Reads the source, because joining the partial text is slow. */
function textBefore(state: LenientState, at: number): string {
  return state.text.slice(Math.max(0, at - 80), at);
}

const JOIN = /\+\s{0,40}["'`]/y;
const COMMENT = /\/\/|\/\*/y;

function startsCommentOrJoin(state: LenientState, at: number, isApart: boolean): boolean {
  const char = state.text.charAt(at);
  if (char === '/') return state.matches(COMMENT, at);
  return char === '+' ? state.matches(JOIN, at) : isApart && char === '#';
}
