import { LenientState, type OpenContainer, type Region, type StringPlace } from './lenient-state.js';
import { readScalar } from './lenient-scalar.js';
import { readColon, readKey } from './lenient-key.js';
import { isQuote, readString } from './lenient-string.js';
import { isKeyAt, isQuotedKeyAt, skipEllipsis, skipInsignificant } from './look-ahead.js';
import { type ReadingMode, type SourceText } from './source-text.js';

export interface LenientValue {
  kind: 'value';
  value: unknown;
  end: number;
  truncated: boolean;
  /** A closing mark came inside the value. */
  unclosed: boolean;
  /** The value stops inside a text, number or word. */
  cutInside: boolean;
  /** A text's end was guessed and may be wrong: unsafe in a call. */
  guessedEnd: boolean;
  /** Keys with a colon in a repaired value: evidence for an object. */
  colons: number;
  bareWords: number;
}

export type LenientReading =
  LenientValue | { kind: 'none' } | { kind: 'too-deep' } | { kind: 'invalid-escape'; at: number };

/** In `SourceText.spend` units. */
const ATTEMPT = 400;
const EFFORT_PER_CHARACTER = 8;
const WORTH_REMEMBERING = 256;

/**
 * Reads damaged JSON: quotes, commas, colons, closers, comments, ellipses, Python and JavaScript literals,
 * concatenation, wrappers. Missing closers only at the region's end.
 */
export function readLenient(source: SourceText, start: number, region: Region, mode: ReadingMode): LenientReading {
  const state = new LenientState(source, start, region, mode);
  const value = readValue(state, 'array');
  source.spend((state.at - start) * EFFORT_PER_CHARACTER + ATTEMPT);
  if (state.failed) {
    const isFar = state.at - start > WORTH_REMEMBERING;
    if (isFar && region.fence === null && region.limit === source.text.length) {
      source.markUnreadable(
        state.stack.map((container) => container.at),
        mode,
      );
    }
    if (state.outcome === 'invalid-escape') return { kind: 'invalid-escape', at: state.errorAt };
    return { kind: state.outcome === 'too-deep' ? 'too-deep' : 'none' };
  }
  const { at, truncated, unclosed, cutInside, guessedEnd, colons, bareWords } = state;
  return { kind: 'value', value, end: at, truncated, unclosed, cutInside, guessedEnd, colons, bareWords };
}

function readValue(state: LenientState, place: StringPlace): unknown {
  const { char } = state;
  if (char === '{') return isSetAt(state) ? readArray(state, 'set') : readObject(state);
  if (char === '[') return readArray(state, 'array');
  if (char === '(') return readArray(state, 'tuple');
  if (isQuote(char)) return readJoinedStrings(state, place);
  const wrapper = /[A-Za-z_$]/.test(char) ? state.match(WRAPPER, state.at) : '';
  return wrapper === '' ? readScalar(state, place) : readWrapped(state, wrapper, place);
}

/** A Python set, only nested. */
function isSetAt(state: LenientState): boolean {
  return state.stack.length > 0 && state.matches(SET, state.at);
}

const SET = /\{\s*(?:"[^"\\\n]{0,80}"|'[^'\\\n]{0,80}'|-?\d[\d.]{0,20})\s*[,}]/y;

/** `ObjectId(…)`, `new Date(…)`, `u'…'`. */
const WRAPPER = /(?:(?:new\s{1,9})?[A-Za-z_$][\w$.]{0,80}\s{0,4}\((?=\s*["'\d[{-])|(?:[urbfURBF]|[rb]{2})(?=["']))/y;

function readWrapped(state: LenientState, opening: string, place: StringPlace): unknown {
  const start = state.at;
  const isCall = opening.endsWith('(');
  if (isCall) state.stack.push({ at: start, kind: 'tuple' });
  state.at += opening.length;
  skipInsignificant(state);
  const value = readValue(state, isCall ? 'array' : place);
  if (state.failed || !isCall) return value;
  state.stack.pop();
  skipInsignificant(state);
  if (state.endsHere()) return value;
  if (state.char === ')') {
    state.at += 1;
    return value;
  }
  // Not a wrapper: words with a bracket.
  state.at = start;
  return readScalar(state, place);
}

function readJoinedStrings(state: LenientState, place: StringPlace): unknown {
  let joined = readString(state, place) ?? '';
  while (!state.failed) {
    const end = state.at;
    skipInsignificant(state);
    if (state.char !== '+') {
      state.at = end;
      return joined;
    }
    state.at += 1;
    skipInsignificant(state);
    if (!isQuote(state.char)) return joined;
    joined += readString(state, place) ?? '';
  }
  return undefined;
}

function enter(state: LenientState, kind: OpenContainer['kind']): boolean {
  state.stack.push({ at: state.at, kind });
  if (state.stack.length > state.source.rules.maxDepth) state.outcome = 'too-deep';
  state.at += 1;
  return !state.failed;
}

function leave<Container>(state: LenientState, container: Container, consumed: number): Container {
  state.stack.pop();
  state.at += consumed;
  return container;
}

function readObject(state: LenientState): unknown {
  if (!enter(state, 'object')) return undefined;
  const result: Record<string, unknown> = {};
  for (;;) {
    skipInsignificant(state);
    if (state.endsHere()) return leave(state, result, 0);
    const { char } = state;
    if (char === '}') return leave(state, result, 1);
    if (char === ']' || char === ')') {
      const kind = char === ']' ? 'array' : 'tuple';
      return leave(state, result, state.isInside(kind) ? 0 : 1);
    }
    if (isSeparator(char)) state.at += 1;
    else if (char === '{' && state.parent?.kind === 'array' && Object.keys(result).length > 0) {
      return leave(state, result, 0);
    } else if (!skipEllipsis(state)) {
      if (!readMember(state, result)) return state.failed ? undefined : leave(state, result, 0);
    }
  }
}

function readMember(state: LenientState, result: Record<string, unknown>): boolean {
  const key = readKey(state);
  if (state.failed || key === null) return false;
  skipInsignificant(state);
  if (!readColon(state)) return false;
  skipInsignificant(state);
  if (state.endsHere()) {
    setProperty(result, key, null);
    return true;
  }
  const isMissing = state.char === ',' || state.char === '}' || state.char === ']';
  const value = isMissing ? null : readValue(state, 'object');
  if (state.failed) return false;
  setProperty(result, key, value);
  return true;
}

function isSeparator(char: string): boolean {
  return char === ',' || char === ';';
}

/** A key at an item's place: the list was not closed. */
function isKeyAround(state: LenientState): boolean {
  return isQuote(state.char) && state.parent?.kind === 'object' && isQuotedKeyAt(state, state.at);
}

type ListKind = Exclude<OpenContainer['kind'], 'object'>;

const CLOSER_OF: Record<ListKind, string> = { array: ']', tuple: ')', set: '}' };

function readArray(state: LenientState, kind: ListKind): unknown {
  if (!enter(state, kind)) return undefined;
  const result: unknown[] = [];
  for (;;) {
    skipInsignificant(state);
    if (state.endsHere()) return leave(state, result, 0);
    const { char } = state;
    if (char === CLOSER_OF[kind]) return leave(state, result, 1);
    if (char === '}' || char === ']' || char === ')') {
      if (isUnmatchedCloser(state, char)) state.at += 1;
      else return leave(state, result, closesArray(state, char) ? 1 : 0);
    } else if (isSeparator(char)) {
      state.at += 1;
    } else if (kind === 'array' && isKeyAround(state)) {
      return leave(state, result, 0);
    } else if (!skipEllipsis(state)) {
      const value = readValue(state, 'array');
      if (state.failed) return undefined;
      result.push(value);
    }
  }
}

/** An extra closer between list items. */
function isUnmatchedCloser(state: LenientState, closer: string): boolean {
  if (closer !== '}' || state.isInside('object')) return false;
  const next = state.source.skipBlank(state.at + 1, state.region.limit);
  const follower = next < state.region.limit ? state.text.charAt(next) : '';
  return follower === ',' || follower === ']';
}

/** Replaces the list's own closer. */
function closesArray(state: LenientState, closer: string): boolean {
  if (!state.isInside(closer === '}' ? 'object' : closer === ']' ? 'array' : 'tuple')) return true;
  const next = state.source.skipBlank(state.at + 1, state.region.limit);
  if (closer !== '}' || state.text.charAt(next) !== ',') return false;
  return isKeyAt(state, state.source.skipBlank(next + 1, state.region.limit));
}

/** Like `JSON.parse`: `__proto__` becomes an own property. */
function setProperty(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}
