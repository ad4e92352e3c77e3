import { type LenientState } from './lenient-state.js';

const QUOTED_KEY = /["'“”‘’`´](?:[^"'“”‘’`´\\\n]|\\.){0,120}["'“”‘’`´]\s{0,20}:/y;
const HALF_QUOTED_KEY = /["'“‘][\p{L}_$][\p{L}\p{N}_$-]{0,80}:/uy;
const CUT_KEY = /["'“‘][^"'“”‘’\n{}[\]:,]{0,120}(?:["'”’]\s{0,20})?/y;
const BARE_KEY = /[\p{L}\p{N}_$][\p{L}\p{N}_$-]{0,80}["']?\s{0,20}:(?!\/\/)/uy;
const COMMENT = /\/\/|\/\*|#/y;
const ELLIPSIS = /\.\.\.|…/y;

export function isQuotedKeyAt(state: LenientState, at: number): boolean {
  return state.matches(QUOTED_KEY, at);
}

export function isKeyAt(state: LenientState, at: number): boolean {
  return state.matches(QUOTED_KEY, at) || state.matches(BARE_KEY, at);
}

export function isBareKeyAt(state: LenientState, at: number): boolean {
  return state.matches(BARE_KEY, at);
}

export function continuesObject(state: LenientState, commaAt: number): boolean {
  const next = skipGap(state, commaAt + 1);
  if (next >= state.region.limit) return true;
  const char = state.text.charAt(next);
  if (char === '}' || char === ']' || char === ',') return true;
  return (
    isKeyAt(state, next) ||
    (state.missingColons > 0 && (char === '"' || char === "'")) ||
    state.matches(HALF_QUOTED_KEY, next) ||
    isCutKeyAt(state, next) ||
    state.matches(COMMENT, next) ||
    state.matches(ELLIPSIS, next) ||
    state.isFenceAt(next)
  );
}

function isCutKeyAt(state: LenientState, at: number): boolean {
  const length = state.matchLength(CUT_KEY, at);
  return length > 0 && at + length >= state.region.limit;
}

/** Escape letters of white space between parts. */
const WRITTEN_BLANK = 'nrt';
/** Characters that may follow; a letter would mean a path or an expression. */
const BEHIND_BLANK = ' \t\r\n\\"\'{}[],:';

export function isWrittenBlankAt(state: LenientState, at: number): boolean {
  const { text, region } = state;
  return (
    text.charCodeAt(at) === 0x5c &&
    at + 2 <= region.limit &&
    WRITTEN_BLANK.includes(text.charAt(at + 1)) &&
    BEHIND_BLANK.includes(text.charAt(at + 2))
  );
}

export function skipGap(state: LenientState, from: number): number {
  let at = state.source.skipBlank(from, state.region.limit);
  while (isWrittenBlankAt(state, at)) {
    at = state.source.skipBlank(at + 2, state.region.limit);
  }
  return at;
}

export function skipInsignificant(state: LenientState): void {
  for (;;) {
    const code = state.text.charCodeAt(state.at);
    // Fast path for ordinary characters.
    if (code > 0x2f && code < 0x7f && code !== 0x5c) return;
    state.skipBlank();
    if (isWrittenBlankAt(state, state.at)) {
      state.writesBlanks = true;
      state.at = skipGap(state, state.at);
    }
    const char = state.char;
    if (char !== '/' && char !== '#') return;
    const two = state.text.slice(state.at, state.at + 2);
    if (char === '#' || two === '//') {
      skipTo(state, '\n', 1);
    } else if (two === '/*') {
      skipTo(state, '*/', 2);
    } else {
      return;
    }
  }
}

function skipTo(state: LenientState, mark: string, length: number): void {
  const end = state.text.indexOf(mark, state.at);
  state.source.spend(((end < 0 ? state.region.limit : end) - state.at) / 8);
  state.at = end < 0 ? state.region.limit : Math.min(end + length, state.region.limit);
}

export function skipEllipsis(state: LenientState): boolean {
  const length = state.matchLength(ELLIPSIS, state.at);
  state.at += length;
  return length > 0;
}
