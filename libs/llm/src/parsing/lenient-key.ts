import { type LenientState } from './lenient-state.js';
import { isQuote, readString } from './lenient-string.js';
import { isQuotedKeyAt } from './look-ahead.js';

export function readColon(state: LenientState): boolean {
  const { char, text, at } = state;
  if (char === ':') {
    state.at += text.charAt(at + 1) === ':' ? 2 : 1;
    state.colons += 1;
    return true;
  }
  if (char === '=') {
    state.at += text.charAt(at + 1) === '>' ? 2 : 1;
    state.colons += 1;
    return true;
  }
  if (char === '') return true;
  if (isQuote(char) || /[\w{[-]/.test(char)) {
    state.colons += 1;
    state.missingColons += 1;
    return true;
  }
  state.fail();
  return false;
}

const BARE_KEY = /[\p{L}\p{N}_$][^\n:,{}[\]"'“”‘’`]{0,80}/uy;

export function readKey(state: LenientState): string | null {
  if (isQuote(state.char)) return readQuotedKey(state);
  const bare = state.match(BARE_KEY, state.at);
  if (bare === '') return fail(state);
  const key = bare.trimEnd();
  let after = state.at + bare.length;
  // A stray word before a quoted key is not a key.
  if (isQuotedKeyAt(state, after)) {
    state.at = after;
    return readQuotedKey(state);
  }
  if (/["'”’]/.test(state.text.charAt(after))) {
    const isKeyEnd = /^\s*:/.test(state.text.slice(after + 1, after + 20));
    if (isKeyEnd) after += 1;
    else if (!/\s$/.test(bare)) return fail(state);
  } else if (after >= state.region.limit) {
    state.at = after;
    state.endsHere();
    state.cutInside = true;
    return null;
  } else if (state.text.charAt(after) !== ':' && !state.text.startsWith('=>', after)) {
    return fail(state);
  }
  if (/\s/.test(key) && state.mode === 'prose') return fail(state);
  state.at = after;
  return key;
}

function readQuotedKey(state: LenientState): string | null {
  const key = readString(state, 'key');
  // In prose, a quoted text with brackets is rarely a key.
  return key !== null && state.mode === 'prose' && /[{}[\]]/.test(key) ? fail(state) : key;
}

function fail(state: LenientState): null {
  state.fail();
  return null;
}
