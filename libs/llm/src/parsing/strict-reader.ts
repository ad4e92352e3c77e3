import { type SourceText } from './source-text.js';

/** What reading strict JSON came to. */
export type StrictReading =
  | { kind: 'value'; value: unknown; end: number }
  /** Not JSON, or not all of it is there. */
  | { kind: 'none' }
  | { kind: 'too-deep' };

interface StrictState {
  text: string;
  at: number;
  depth: number;
  maxDepth: number;
  outcome: 'reading' | 'none' | 'too-deep';
}

/** Reads the JSON object or array (RFC 8259) that starts at `start`; what follows it does not matter. */
export function readStrict(source: SourceText, start: number): StrictReading {
  const state: StrictState = {
    text: source.text,
    at: start,
    depth: 0,
    maxDepth: source.rules.maxDepth,
    outcome: 'reading',
  };
  const value = readValue(state);
  source.spend(state.at - start);
  if (state.outcome === 'reading') return { kind: 'value', value, end: state.at };
  return { kind: state.outcome };
}

/** Sets a property as `JSON.parse` does: `__proto__` becomes an own property like any other. */
export function setProperty(target: Record<string, unknown>, key: string, value: unknown): void {
  if (key === '__proto__') {
    Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
  } else {
    target[key] = value;
  }
}

function fail(state: StrictState): undefined {
  state.outcome = 'none';
  return undefined;
}

function readValue(state: StrictState): unknown {
  switch (state.text.charCodeAt(state.at)) {
    case 0x7b:
      return readObject(state);
    case 0x5b:
      return readArray(state);
    case 0x22:
      return readString(state);
    case 0x74:
      return readWord(state, 'true', true);
    case 0x66:
      return readWord(state, 'false', false);
    case 0x6e:
      return readWord(state, 'null', null);
    default:
      return readNumber(state);
  }
}

function enter(state: StrictState): boolean {
  state.depth += 1;
  if (state.depth > state.maxDepth) state.outcome = 'too-deep';
  state.at += 1;
  return state.outcome === 'reading';
}

function readObject(state: StrictState): unknown {
  if (!enter(state)) return undefined;
  const result: Record<string, unknown> = {};
  let code = nextCode(state);
  if (code === 0x7d) return leave(state, result);
  for (;;) {
    if (code !== 0x22) return fail(state);
    const key = readString(state);
    if (key === undefined || nextCode(state) !== 0x3a) return fail(state);
    state.at += 1;
    nextCode(state);
    const value = readValue(state);
    if (state.outcome !== 'reading') return undefined;
    setProperty(result, key, value);
    code = nextCode(state);
    if (code === 0x7d) return leave(state, result);
    if (code !== 0x2c) return fail(state);
    state.at += 1;
    code = nextCode(state);
  }
}

function readArray(state: StrictState): unknown {
  if (!enter(state)) return undefined;
  const result: unknown[] = [];
  if (nextCode(state) === 0x5d) return leave(state, result);
  for (;;) {
    const value = readValue(state);
    if (state.outcome !== 'reading') return undefined;
    result.push(value);
    const code = nextCode(state);
    if (code === 0x5d) return leave(state, result);
    if (code !== 0x2c) return fail(state);
    state.at += 1;
    nextCode(state);
  }
}

function leave(state: StrictState, result: unknown): unknown {
  state.depth -= 1;
  state.at += 1;
  return result;
}

/** Skips JSON's white space; the code unit that follows, NaN at the end. */
function nextCode(state: StrictState): number {
  for (;;) {
    const code = state.text.charCodeAt(state.at);
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) return code;
    state.at += 1;
  }
}

function readString(state: StrictState): string | undefined {
  const { text } = state;
  const start = state.at;
  let at = start + 1;
  let escaped = false;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === 0x22) break;
    // Raw control characters are not allowed, and NaN is the end of the text.
    if (!(code >= 32)) {
      state.at = at;
      return fail(state);
    }
    if (code === 0x5c) {
      escaped = true;
      // Checked here, because a thrown error per bad escape is what makes a parser slow on purpose.
      const length = escapeLength(text, at);
      if (length === 0) {
        state.at = at;
        return fail(state);
      }
      at += length;
    } else {
      at += 1;
    }
  }
  state.at = at + 1;
  return escaped ? (JSON.parse(text.slice(start, at + 1)) as string) : text.slice(start + 1, at);
}

const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/** Length of the escape sequence at a backslash; 0 if it is none of JSON's. */
function escapeLength(text: string, at: number): number {
  ESCAPE.lastIndex = at;
  return ESCAPE.exec(text)?.[0].length ?? 0;
}

function readWord<Value>(state: StrictState, word: string, value: Value): Value | undefined {
  if (!state.text.startsWith(word, state.at)) return fail(state);
  state.at += word.length;
  return value;
}

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;

function readNumber(state: StrictState): number | undefined {
  const { text, at } = state;
  // One digit and a delimiter: indexes and counts, by far the most frequent numbers.
  const code = text.charCodeAt(at);
  const next = text.charCodeAt(at + 1);
  if (code >= 0x30 && code <= 0x39 && (next === 0x2c || next === 0x5d || next === 0x7d)) {
    state.at += 1;
    return code - 0x30;
  }
  NUMBER.lastIndex = at;
  const literal = NUMBER.exec(text)?.[0];
  if (literal === undefined) return fail(state);
  state.at += literal.length;
  return Number(literal);
}
