import type { SqlToken } from '../../lexer/token.js';
import { replacedTokens, replaceOrderedCalls, wordsOf, type Replacements } from '../replaced-tokens.js';
import { mariadbFunctions } from './functions.js';

const COMPOUND_UNIT = /^(?:second|minute|hour|day|year)_(?:microsecond|second|minute|hour|month)$/;
const NAME = /^\w+$/;
/** Ends a table of FROM. */
const AFTER_TABLE =
  /^(?:where|join|inner|cross|left|right|natural|straight_join|on|using|group|having|window|order|limit|offset|fetch|union|except|intersect|as|[,)]|)$/;

/**
 * Replaces what the parser does not know, such as `VALUES ROW(…)` or FOR SYSTEM_TIME, by text that reads the same
 * tables.
 */
export function adaptMysql(text: string, tokens: readonly SqlToken[]): string {
  const by: Replacements = new Map();
  const word = wordsOf(tokens);
  const drop = (index: number, count: number): void => {
    for (let place = index; place < index + count; place += 1) by.set(place, '');
  };
  const isValues = word(0) === 'values';
  if (word(0) === 'table') by.set(0, 'SELECT * FROM');
  tokens.forEach(({ kind }, index) => {
    const next = word(index + 1);
    const operator = kind === 'symbol' ? OPERATORS[word(index)] : undefined;
    if (operator !== undefined) by.set(index, word(index - 1) === word(index) ? '' : operator);
    if (kind !== 'word') return;
    if (isValues && word(index) === 'row' && next === '(') drop(index, 1);
    else if (/^json_(?:array|object)$/.test(word(index)) && next === '(') by.set(index, 'f');
    else if (COMPOUND_UNIT.test(word(index))) by.set(index, 'day');
    else if (word(index) === 'character' && next === 'set' && word(index + 3) === ')') drop(index, 3);
    else if (word(index) === 'charset' && NAME.test(next) && word(index + 2) === ')') drop(index, 2);
    else if (/^(?:asc|desc)$/.test(word(index)) && next === 'with') drop(index, 1);
    else if (word(index) === 'exists' && next === 'path') drop(index, 1);
    else if (word(index) === 'rows' && next === 'examined' && tokens[index + 2]?.kind === 'number') drop(index, 3);
    else if (word(index) === 'for' && next === 'system_time') drop(index, pastPeriod(word, index) - index);
    else if (word(index) === 'on' && /^(?:empty|error)$/.test(next) && word(index + 2) !== '.') {
      const count = word(index - 2) === 'default' ? 2 : 1;
      drop(index - count, count + 2);
    } else if (word(index) === 'cycle' && word(index - 1) === ')') {
      let end = index + 1;
      while (NAME.test(word(end)) && word(end + 1) === ',') end += 2;
      if (word(end + 1) === 'restrict') drop(index, end - index + 2);
    }
  });
  replaceOrderedCalls(tokens, mariadbFunctions, by);
  return replacedTokens(text, tokens, by);
}

/** The end of a FOR SYSTEM_TIME clause; its start if it holds a query, which must be read. */
function pastPeriod(word: (index: number) => string, start: number): number {
  let depth = 0;
  let end = start + (word(start + 2) === 'as' ? 4 : 2);
  for (; depth > 0 || !AFTER_TABLE.test(word(end)); end += 1) {
    if (['select', 'with', 'values', ''].includes(word(end))) return start;
    if (word(end) === '(') depth += 1;
    else if (word(end) === ')') depth -= 1;
  }
  return end;
}

const OPERATORS: Readonly<Record<string, string>> = { '!': '~', '&&': '&' };
