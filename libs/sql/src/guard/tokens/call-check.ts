import type { GuardOptions } from '../guard-outcome.js';
import { GuardRefused } from '../guard-refused.js';
import { ownFunctionMessage } from './own-function-check.js';
import type { TokenCursor } from './token-cursor.js';

export interface CallPlace {
  inWith: boolean;
  inFrom: boolean;
}

const SAMPLING = new Set(['reservoir', 'bernoulli', 'system']);

/**
 * The parenthesis is at `open`.
 * @param place `inWith`: the WITH queries have not ended
 */
export function checkCall(cursor: TokenCursor, open: number, place: CallPlace, options: GuardOptions): void {
  const before = cursor.token(open - 1);
  if (before === undefined || before.kind === 'symbol' || before.kind === 'number') return;
  if (before.kind === 'string') {
    throw new GuardRefused('function', 'A string cannot be called; write the name of a function.', before.start);
  }
  const isJoinMark = cursor.profile.packages !== null && cursor.text(open + 1) === '+' && cursor.text(open + 2) === ')';
  if (isJoinMark) return;
  const parts = qualifiedName(cursor, open - 1);
  const bare = parts.length === 1 && before.kind === 'word';
  if (bare && isGrammar(cursor, open - 1)) return;
  const written = (cursor.profile.methods === true ? parts.slice(-1) : parts).join('.');
  if (isAllowed(written, options) || isAllowed(parts.join('.'), options)) return;
  // A server without the built-in function would call an own one.
  if (cursor.profile.functions.has(written) && !isOwn(written, options)) return;
  if (bare && cursor.profile.types.has(cursor.word(open - 1)) && holdsOnlySizes(cursor, open)) return;
  if (bare && isNestedType(cursor, open)) return;
  if (isColumnList(cursor, open, parts.length, place)) return;
  throw new GuardRefused(
    'function',
    isOwn(written, options)
      ? ownFunctionMessage(written, written)
      : `The function ${written} is not among the safe functions; write the query without it.`,
    before.start,
  );
}

function isGrammar(cursor: TokenCursor, index: number): boolean {
  const word = cursor.word(index);
  if (word === 'filter') return cursor.text(index - 1) === ')';
  if (word === 'materialized') return ['as', 'not'].includes(cursor.word(index - 1));
  if (['tablesample', 'sample'].includes(cursor.word(index - 1))) return SAMPLING.has(word);
  return cursor.profile.grammarWords.has(word);
}

function qualifiedName(cursor: TokenCursor, last: number): string[] {
  const parts = [cursor.name(last)];
  let index = last;
  while (cursor.text(index - 1) === '.') {
    // `db..name`.
    const isOmitted = cursor.text(index - 2) === '.';
    parts.unshift(isOmitted ? '' : cursor.name(index - 2));
    index -= isOmitted ? 1 : 2;
  }
  return parts;
}

function isAllowed(written: string, options: GuardOptions): boolean {
  return (options.allowFunctions ?? []).some((entry) => entry.toLowerCase() === written);
}

export function isSearched(name: string, { catalog }: GuardOptions): boolean {
  return catalog?.searched?.includes(name.toLowerCase()) === true;
}

function isOwn(written: string, { catalog }: GuardOptions): boolean {
  return catalog?.functions.some(({ name }) => name.toLowerCase() === written) === true;
}

function holdsOnlySizes(cursor: TokenCursor, open: number): boolean {
  for (let index = open + 1; cursor.text(index) !== ')'; index += 1) {
    const token = cursor.token(index);
    const isSize = token?.kind === 'number' || token?.text === ',' || token?.text === '*' || token?.text === '-';
    if (!isSize && !['max', 'char', 'byte'].includes(cursor.word(index))) return false;
  }
  return true;
}

/** `CAST(x AS STRUCT(a DATE[]))`, `x::STRUCT(a DATE)`; an ENUM may hold a query, so it is no such type. */
function isNestedType(cursor: TokenCursor, open: number): boolean {
  if (cursor.profile.nestedTypes?.has(cursor.word(open - 1)) !== true) return false;
  if (cursor.text(open - 2) !== '::' && !cursor.isWord(open - 2, 'as')) return false;
  const close = cursor.closeOf(open);
  for (let index = open + 1; index < close; index += 1) {
    if (['select', 'from', 'with', 'values', 'table'].includes(cursor.word(index))) return false;
  }
  return true;
}

/** `WITH name (a, b) AS (`, `AS name (a, b)`, `) name (a, b)`. */
function isColumnList(cursor: TokenCursor, open: number, parts: number, { inWith, inFrom }: CallPlace): boolean {
  if (parts !== 1) return false;
  const beforeName = cursor.word(open - 2) || cursor.text(open - 2);
  const close = cursor.closeOf(open);
  const isCte =
    inWith &&
    ['with', 'recursive', ','].includes(beforeName) &&
    (cursor.isWord(close + 1, 'using') || (cursor.isWord(close + 1, 'as') && opensQuery(cursor, close + 2)));
  // `DISTINCT ON (a) f(b)`, `TOP (1) f(b)` call f.
  if (!isCte && !(inFrom && (beforeName === 'as' || beforeName === ')'))) return false;
  for (let index = open + 1; index < close; index += 1) {
    const isName = (index - open) % 2 === 1;
    if (isName ? !cursor.isName(index) : cursor.text(index) !== ',') return false;
  }
  return (close - open) % 2 === 0;
}

/** `(`, `MATERIALIZED (`, `NOT MATERIALIZED (`; ClickHouse's `WITH f(a) AS materialized` calls f. */
function opensQuery(cursor: TokenCursor, index: number): boolean {
  const afterNot = cursor.isWord(index, 'not') ? index + 1 : index;
  return cursor.text(cursor.isWord(afterNot, 'materialized') ? afterNot + 1 : index) === '(';
}
