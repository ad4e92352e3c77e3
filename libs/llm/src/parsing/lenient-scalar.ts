import { type LenientState, type StringPlace } from './lenient-state.js';
import { continuesObject, isKeyAt, isQuotedKeyAt, isWrittenBlankAt } from './look-ahead.js';

const LITERALS: Record<string, boolean | null> = {
  true: true,
  false: false,
  null: null,
  none: null,
  undefined: null,
  nan: null,
  infinity: null,
  '-infinity': null,
};

const PLAIN_NUMBER = /-?(?:0|[1-9]\d{0,20})(?:\.\d{1,20})?(?=[,\]}]|\s[-\d])/y;
const REGULAR_EXPRESSION = /\/(?:[^/\\\n]|\\.){1,1000}\/[a-z]{0,10}/y;

/** Literals, numbers, regular expressions; bare words in liberal mode. */
export function readScalar(state: LenientState, place: StringPlace): unknown {
  const start = state.at;
  const digits = state.matchLength(PLAIN_NUMBER, start);
  if (digits > 0 && (place !== 'object' || state.text.charAt(start + digits) === '}')) {
    state.at += digits;
    return Number(state.text.slice(start, state.at));
  }
  if (state.char === '/') {
    const expression = state.match(REGULAR_EXPRESSION, start);
    state.at += expression.length;
    if (expression !== '') return expression;
  }
  const end = endOfToken(state, place);
  state.source.spend(end - start);
  const token = state.text.slice(start, end).trimEnd();
  if (token === '') return state.fail();
  state.at = start + token.length;
  const isCut = state.at >= state.region.limit && state.region.closedBy === 'end';
  if (isCut) state.cutInside = true;
  return interpret(state, token, isCut);
}

function interpret(state: LenientState, token: string, isCut: boolean): unknown {
  const lower = token.length < MAX_PLAIN ? token.toLowerCase() : '';
  if (Object.hasOwn(LITERALS, lower)) return LITERALS[lower];
  const number = numberOf(token);
  if (number !== null) return number;
  if (isCut && lower !== '') {
    const started = Object.keys(LITERALS).find((literal) => literal.startsWith(lower));
    if (started !== undefined) return LITERALS[started];
    if (TEXT_PREFIX.test(lower)) return '';
  }
  if (token === '-') return null;
  // 2/3 or 1.2.3 in any mode.
  if (state.mode === 'prose' && !/^[-+]?\d[\w./:-]*$/.test(token)) return state.fail();
  if (/^[<{[(:;,]/.test(token)) return state.fail();
  if (!/^\d/.test(token)) state.bareWords += 1;
  return token.replace(/["'”’`]$/, '');
}

const TEXT_PREFIX = /^(?:[urbf]|[rb]{2})$/;

const NUMBER = /^[-+]?(?:0|[1-9][\d_]*)?(?:\.[\d_]*)?(?:[eE][-+]?\d*)?$/;

/** Accepts digit separators, a leading point and a truncated exponent; null otherwise. */
function numberOf(token: string): number | null {
  if (/^[-+]?0x[0-9a-f]+$/i.test(token)) return Number(token.replace(/^\+/, ''));
  if (!/\d/.test(token) || !NUMBER.test(token) || /^[-+]?\.?[eE]/.test(token)) return null;
  const number = Number(token.replaceAll('_', '').replace(/[eE][-+]?$/, ''));
  return Number.isFinite(number) ? number : null;
}

function endOfToken(state: LenientState, place: StringPlace): number {
  const { text, region } = state;
  let at = state.at;
  for (; at < region.limit; at += 1) {
    const char = text.charAt(at);
    if (char === '\n' || char === '}' || char === ']' || char === '{' || char === '[') break;
    if (char === ')' && state.hasRoundBracket) break;
    if (char === ',' && endsAtComma(state, place, at)) break;
    if (char === ';' && isPlain(state.text.slice(state.at, Math.min(at, state.at + MAX_PLAIN)))) break;
    if (isWrittenBlankAt(state, at)) break;
    if ((char === '"' || char === "'") && at > state.at && isQuotedKeyAt(state, at)) break;
    if ((char === '/' || char === '#') && isCommentAfterBlank(state, at)) break;
    if (char === ' ' && endsBeforeNext(state, place, at)) break;
    if (char === '`' && state.isFenceAt(at)) break;
    if (char === '.' && at > state.at && /\s/.test(text.charAt(at - 1)) && text.startsWith('...', at)) break;
  }
  return at;
}

/** In objects a comma may belong to an unquoted text. */
function endsAtComma(state: LenientState, place: StringPlace, at: number): boolean {
  if (place !== 'object' || state.mode === 'prose' || continuesObject(state, at)) return true;
  const token = state.text.slice(state.at, Math.min(at, state.at + MAX_PLAIN)).trimEnd();
  // A decimal comma, as in 1,5.
  if (/^-?\d+$/.test(token) && /^,\d/.test(state.text.slice(at, at + 2))) return false;
  return isPlain(token);
}

function isLiteral(token: string): boolean {
  return Object.hasOwn(LITERALS, token.toLowerCase());
}

function isCommentAfterBlank(state: LenientState, at: number): boolean {
  const before = state.text.charAt(at - 1);
  if (before !== ' ' && before !== '\t' && state.text.charAt(at + 1) !== '*') return false;
  return state.text.charAt(at) === '#' || /^\/[/*]/.test(state.text.slice(at, at + 2));
}

/** A complete literal or number followed by a key or item without comma (`1 next: …`, `1 2`). */
function endsBeforeNext(state: LenientState, place: StringPlace, at: number): boolean {
  if (!isPlain(state.text.slice(state.at, Math.min(at, state.at + MAX_PLAIN)))) return false;
  const next = state.source.skipBlank(at, state.region.limit);
  return place === 'object' ? isKeyAt(state, next) : state.matches(NEXT_ITEM, next);
}

const NEXT_ITEM = /[-+]?[\d.]|["']|(?:true|false|null|none)\b/iy;
const MAX_PLAIN = 60;

function isPlain(token: string): boolean {
  return token.length < MAX_PLAIN && (isLiteral(token) || numberOf(token) !== null);
}
