import type { SqlToken } from '../../lexer/token.js';
import { opensOf, replacedTokens, replaceOrderedCalls, wordsOf, type Replacements } from '../replaced-tokens.js';
import { profile } from './profile.js';

/** Names in SQLite, keywords for the parser. */
const NAMES = /^(?:both|leading|trailing|lateral|qualify|percent)$/;
const TYPE_WORDS = /^(?:unsigned|big|native|varying)$/;

/** Replaces what the parser does not know, such as `(a) -> '$.b'`, by text that reads the same tables. */
export function adaptForParser(text: string, tokens: readonly SqlToken[]): string {
  const by: Replacements = new Map();
  const word = wordsOf(tokens);
  const opens = opensOf(tokens);
  tokens.forEach(({ kind, text: written }, index) => {
    if (/^->>?$/.test(written)) by.set(index, '||');
    else if (written === '+' && word(index - 1) === 'is') by.set(index, '');
    else if (kind === 'word' && NAMES.test(word(index))) by.set(index, `"${written}"`);
    else if (/^i?if$/.test(word(index)) && word(index + 1) === '(') by.set(index, 'f');
    else if (TYPE_WORDS.test(word(index)) && /^(?:big|int|integer|character)$/.test(word(index + 1))) {
      const isFirst = word(index - 1) === 'as' || by.get(index - 1) === '';
      if (isFirst && word((opens[index] ?? -1) - 1) === 'cast') by.set(index, '');
    }
  });
  replaceTablesOfIn(tokens, by);
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

/** `a IN b` as `a IN (SELECT * FROM b)`. */
function replaceTablesOfIn(tokens: readonly SqlToken[], by: Replacements): void {
  const word = wordsOf(tokens);
  const isName = (index: number): boolean => /^(?:word|quoted|string)$/.test(tokens[index]?.kind ?? '');
  tokens.forEach((_, index) => {
    let last = index + 1;
    if (word(index) !== 'in' || !isName(last)) return;
    while (word(last + 1) === '.' && isName(last + 2)) last += 2;
    if (word(last + 1) === '(') return;
    by.set(index, 'in (select * from').set(last, `${by.get(last) ?? tokens[last]?.text})`);
  });
}
