import type { SqlToken } from '../../lexer/token.js';
import { replacedTokens, replaceOrderedCalls, wordsOf, type Replacements } from '../replaced-tokens.js';
import { functions } from './functions.js';

const QUERY_WORDS = /^(?:select|from|with|values|\()$/;
/** Names that the parser refuses, but for `trim(BOTH …)`. */
const KEYWORDS = /^(?:both|leading|trailing)$/;
const TYPES_BEFORE_TEXT =
  /^(?:timestamp_(?:s|ms|us|ns)|timestamptz|timetz|u?(?:tiny|small|big|huge)?int|integer|double|decimal|bool(?:ean)?|uuid|blob|bit|json|varchar)$/;

/** Replaces what the parser does not know, such as `a // b` or PIVOT statements, by text that reads the same tables. */
export function adaptForParser(text: string, tokens: readonly SqlToken[]): string {
  const by: Replacements = new Map();
  const word = wordsOf(tokens);
  tokens.forEach((token, index) => {
    const begins = index === 0 || /^(?:\(|union|all|except|intersect)$/.test(word(index - 1));
    if (token.text === '//') by.set(index, '/');
    else if (/^[#@!]$/.test(token.text)) by.set(index, '');
    else if (KEYWORDS.test(word(index)) && word(index - 2) !== 'trim') by.set(index, `"${token.text}"`);
    else if (
      word(index) === 'by' &&
      word(index + 1) === 'name' &&
      word(index - (word(index - 1) === 'all' ? 2 : 1)) === 'union'
    ) {
      by.set(index, '').set(index + 1, '');
    } else if (
      word(index) === 'tablesample' &&
      tokens[index + 1]?.kind === 'number' &&
      /^(?:%|percent|rows)$/.test(word(index + 2))
    ) {
      for (const place of [0, 1, 2]) by.set(index + place, '');
    } else if (
      word(index - 1) === '*' &&
      tokens[index + 1]?.kind === 'string' &&
      /^(?:i?like|glob)$/.test(word(index))
    ) {
      by.set(index, '').set(index + 1, '');
    } else if (tokens[index + 1]?.kind === 'string' && TYPES_BEFORE_TEXT.test(word(index))) by.set(index, '');
    else if (
      word(index - 1) === 'unpivot' &&
      /^(?:include|exclude)$/.test(word(index)) &&
      word(index + 1) === 'nulls'
    ) {
      by.set(index, '').set(index + 1, '');
    } else if (begins && /^(?:summarize|describe|table)$/.test(word(index))) {
      by.set(index, QUERY_WORDS.test(word(index + 1)) ? '' : 'from');
    } else if (
      /^(?:un)?pivot$/.test(word(index)) &&
      (begins || (word(index - 1) === ')' && !/^(?:\(|include|exclude)$/.test(word(index + 1))))
    ) {
      replacePivot(word, index, by);
    }
  });
  replaceOrderedCalls(tokens, functions, by);
  return replacedTokens(text, tokens, by);
}

/** `PIVOT t ON a USING b` as `FROM t SELECT a, b`, for the parser alone: DuckDB runs the original. */
function replacePivot(word: (index: number) => string, start: number, by: Replacements): void {
  by.set(start, 'from');
  let depth = 0;
  let listed = false;
  for (let index = start + 1; depth >= 0 && word(index) !== ''; index += 1) {
    if (word(index) === '(') depth += 1;
    else if (word(index) === ')') depth -= 1;
    if (depth !== 0 || word(index) === ')') continue;
    if (/^(?:order|limit|offset|union|except|intersect)$/.test(word(index))) return;
    if (word(index) === 'into' && word(index + 1) === 'name' && /^values?$/.test(word(index + 3))) {
      let end = index + 4;
      while (word(end + 1) === ',') end += 2;
      for (let place = index; place <= end; place += 1) by.set(place, '');
      return;
    }
    if (/^(?:on|using)$/.test(word(index))) {
      by.set(index, listed ? ', ' : ' select ');
      listed = true;
    }
  }
}
