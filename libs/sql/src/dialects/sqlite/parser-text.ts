import type { SqlToken } from '../../lexer/token.js';
import { replacedTokens, replaceOrderedCalls, wordsOf, type Replacements } from '../replaced-tokens.js';
import { profile } from './profile.js';

/** Names in SQLite, keywords for the parser. */
const NAMES = /^(?:both|leading|trailing|lateral|qualify|percent)$/;
const TYPE_WORDS = /^(?:unsigned|big|native|varying)$/;

/** Replaces what the parser does not know, such as `(a) -> '$.b'`, by text that reads the same tables. */
export function adaptForParser(text: string, tokens: readonly SqlToken[]): string {
  const by: Replacements = new Map();
  const word = wordsOf(tokens);
  tokens.forEach(({ kind, text: written }, index) => {
    if (/^->>?$/.test(written)) by.set(index, '||');
    else if (written === '+' && word(index - 1) === 'is') by.set(index, '');
    else if (kind === 'word' && NAMES.test(word(index))) by.set(index, `"${written}"`);
    else if (/^i?if$/.test(word(index)) && word(index + 1) === '(') by.set(index, 'f');
    else if (TYPE_WORDS.test(word(index)) && /^(?:big|int|integer|character)$/.test(word(index + 1))) by.set(index, '');
  });
  replaceCommaJoins(word, tokens.length, by);
  replaceOrderedCalls(tokens, profile.functions, by);
  return replacedTokens(text, tokens, by);
}

/** `FROM a, b ON a.x = b.x` is a join. */
function replaceCommaJoins(word: (index: number) => string, count: number, by: Replacements): void {
  const joints = [-1];
  for (let index = 0; index < count; index += 1) {
    if (word(index) === '(') joints.push(-1);
    else if (word(index) === ')') joints.pop();
    else if (/^(?:,|join|from)$/.test(word(index))) joints[joints.length - 1] = index;
    else if (word(index) === 'on' && word(joints.at(-1) ?? -1) === ',') by.set(joints.at(-1) ?? 0, ' join ');
  }
}
