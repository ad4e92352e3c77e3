import type { SqlToken } from '../../lexer/token.js';
import { opensOf, replacedTokens, replaceOrderedCalls, wordsOf, type Replacements } from '../replaced-tokens.js';
import { mariadbFunctions } from './functions.js';

type Words = (index: number) => string;

const COMPOUND_UNIT = /^(?:second|minute|hour|day|year)_(?:microsecond|second|minute|hour|month)$/;
const NAME = /^\w+$/;
const BEFORE_QUERY = /^(?:\(|union|all|distinct|except|intersect|)$/;
/** Words of a point in time, which names no table. */
const TIME_WORD =
  /^(?:timestamp|transaction|date|now|current_timestamp|interval|(?:micro)?second|minute|hour|day|week|month|quarter|year|[+-])$/;

/**
 * Replaces what the parser does not know, such as `VALUES ROW(…)`, by text that reads the same tables. The server runs
 * the original text: nothing that may name a table is replaced.
 */
export function adaptMysql(text: string, tokens: readonly SqlToken[]): string {
  const by: Replacements = new Map();
  const word = wordsOf(tokens);
  const opens = opensOf(tokens);
  const drop = (index: number, count: number): void => {
    for (let place = index; place < index + count; place += 1) by.set(place, '');
  };
  const isValues = word(0) === 'values';
  tokens.forEach(({ kind }, index) => {
    const next = word(index + 1);
    const operator = kind === 'symbol' ? OPERATORS[word(index)] : undefined;
    if (operator !== undefined) by.set(index, word(index - 1) === word(index) ? '' : operator);
    if (kind !== 'word' || word(index - 1) === '.') return;
    const call = word((opens[index] ?? -1) - 1);
    const inCast = /^(?:cast|convert)$/.test(call);
    if (word(index) === 'table' && BEFORE_QUERY.test(word(index - 1))) by.set(index, 'SELECT * FROM');
    else if (isValues && word(index) === 'row' && next === '(' && /^(?:values|,)$/.test(word(index - 1)))
      drop(index, 1);
    else if (/^json_(?:array|object)$/.test(word(index)) && next === '(') by.set(index, 'f');
    else if (COMPOUND_UNIT.test(word(index)) && isUnit(word, opens, index)) by.set(index, 'day');
    else if (inCast && word(index) === 'character' && next === 'set' && word(index + 3) === ')') drop(index, 3);
    else if (inCast && word(index) === 'charset' && NAME.test(next) && word(index + 2) === ')') drop(index, 2);
    else if (/^(?:asc|desc)$/.test(word(index)) && next === 'with' && word(index + 2) === 'rollup') drop(index, 1);
    else if (word(index) === 'exists' && next === 'path' && isColumns(word, opens, index)) drop(index, 1);
    else if (word(index) === 'rows' && next === 'examined' && tokens[index + 2]?.kind === 'number') {
      if (tokens[index - 1]?.kind === 'number') drop(index, 3);
    } else if (word(index) === 'for' && next === 'system_time') drop(index, pastPeriod(tokens, index) - index);
    else if (word(index) === 'on' && /^(?:empty|error)$/.test(next)) {
      if (call === 'json_value' || isColumns(word, opens, index)) drop(...handlerOf(tokens, index));
    } else if (word(index) === 'cycle' && word(index - 1) === ')' && word((opens[index - 1] ?? 0) - 1) === 'as') {
      let end = index + 1;
      while (NAME.test(word(end)) && word(end + 1) === ',') end += 2;
      if (word(end + 1) === 'restrict') drop(index, end - index + 2);
    }
  });
  replaceOrderedCalls(tokens, mariadbFunctions, by);
  return replacedTokens(text, tokens, by);
}

/** `INTERVAL 1 unit`, `INTERVAL (…) unit`, `EXTRACT(unit FROM …)`. INTERVAL is reserved, but for names after a dot. */
function isUnit(word: Words, opens: readonly number[], index: number): boolean {
  if (word(index - 1) === '(') return word(index - 2) === 'extract' && word(index + 1) === 'from';
  const first = word(index - 1) === ')' ? (opens[index - 1] ?? 0) : index - 1;
  return word(first - 1) === 'interval' && word(first - 2) !== '.';
}

/** Directly in COLUMNS of JSON_TABLE, where no table can be named. */
function isColumns(word: Words, opens: readonly number[], index: number): boolean {
  const open = opens[index] ?? -1;
  if (word(open - 1) !== 'columns') return false;
  return word((opens[open] ?? -1) - 1) === 'json_table' || isColumns(word, opens, open);
}

/** Start and length of `NULL ON EMPTY`, `ERROR ON ERROR`, `DEFAULT '…' ON EMPTY`; no length for others. */
function handlerOf(tokens: readonly SqlToken[], on: number): [number, number] {
  const word = wordsOf(tokens);
  const isLiteral = /^(?:string|number)$/.test(tokens[on - 1]?.kind ?? '');
  if (word(on - 2) === 'default' && (isLiteral || word(on - 1) === 'null')) return [on - 2, 4];
  return /^(?:null|error|empty)$/.test(word(on - 1)) ? [on - 1, 3] : [on, 0];
}

/** The end of a FOR SYSTEM_TIME clause; its start if it is not made of plain points in time. */
function pastPeriod(tokens: readonly SqlToken[], start: number): number {
  const word = wordsOf(tokens);
  const kind = word(start + 2);
  if (kind === 'all') return start + 3;
  if (kind === 'as' && word(start + 3) === 'of') return pastTime(tokens, start + 4) ?? start;
  const between = { between: 'and', from: 'to' }[kind];
  const first = between === undefined ? null : pastTime(tokens, start + 3);
  if (first === null || word(first) !== between) return start;
  return pastTime(tokens, first + 1) ?? start;
}

/** Literals, `now()` and intervals, also in parentheses; null for none. */
function pastTime(tokens: readonly SqlToken[], start: number): number | null {
  let depth = 0;
  let end = start;
  for (let token = tokens[end]; token !== undefined; token = tokens[end]) {
    const isPlain = /^(?:string|number)$/.test(token.kind) || TIME_WORD.test(token.text.toLowerCase());
    if (!isPlain && token.text !== '(' && (token.text !== ')' || depth === 0)) break;
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    end += 1;
  }
  return end === start || depth > 0 ? null : end;
}

const OPERATORS: Readonly<Record<string, string>> = { '!': '~', '&&': '&' };
