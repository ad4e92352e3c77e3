import type { Dialect } from '@assay/contracts';
import { tokenize } from '../lexer/lexer.js';
import { statementTokens } from '../lexer/statement-tokens.js';
import type { SqlToken } from '../lexer/token.js';

export interface SortKeys {
  /** With missing sort keys as columns. */
  sql: string;
  /** Per key; negative: from the end. */
  columns: number[];
}

const SET_OPERATIONS = new Set(['union', 'intersect', 'except', 'minus']);
const ENDS_ORDER = new Set(['limit', 'offset', 'fetch', 'for']);
const DIRECTIONS = new Set(['asc', 'desc', 'nulls', 'first', 'last']);

/**
 * Returns sort keys as columns, to detect ties.
 * @returns null without ORDER BY or leading SELECT, or if DISTINCT or a set operation lacks the key
 */
export function sortKeys(sql: string, dialect: Dialect): SortKeys | null {
  const tokens = statementTokens(tokenize(sql, dialect).tokens);
  const outer = outerWords(tokens);
  const select = outer.findIndex((word) => word === 'select');
  const order = outer.findLastIndex((word, index) => word === 'order' && outer[index + 1] === 'by');
  const from = outer.findIndex((word, index) => word === 'from' && index > select);
  if (select !== 0 || order < 0 || from < 0 || from > order) return null;
  const isDistinct = outer[1] === 'distinct';
  const items = splitAt(tokens, outer, select + (isDistinct ? 2 : 1), from).map(itemOf);
  const end = outer.findIndex((word, index) => index > order && ENDS_ORDER.has(word));
  const keys = splitAt(tokens, outer, order + 2, end < 0 ? tokens.length : end).map(withoutDirection);
  const places = keys.map((key) => placeOf(key, items));
  const missing = keys.filter((_, index) => places[index] === null);
  const isCombined = isDistinct || outer.some((word) => SET_OPERATIONS.has(word));
  if (keys.some(({ length }) => length === 0) || (missing.length > 0 && isCombined)) return null;
  const before = tokens[from]?.start ?? 0;
  const extra = missing.map((key) => `, (${textOf(sql, key)})`).join('');
  return {
    sql: `${sql.slice(0, before)}${extra} ${sql.slice(before)}`,
    columns: keys.map((key, index) => places[index] ?? missing.indexOf(key) - missing.length),
  };
}

interface SelectItem {
  expression: string;
  name: string | null;
}

/** Lower case; '' for other tokens. */
function outerWords(tokens: readonly SqlToken[]): string[] {
  let depth = 0;
  return tokens.map(({ kind, text }) => {
    if (kind === 'symbol' && text === '(') depth += 1;
    const isOuter = depth === 0;
    if (kind === 'symbol' && text === ')') depth -= 1;
    return isOuter && (kind === 'word' || kind === 'symbol') ? text.toLowerCase() : '';
  });
}

function splitAt(tokens: readonly SqlToken[], outer: readonly string[], from: number, to: number): SqlToken[][] {
  const parts: SqlToken[][] = [[]];
  for (let index = from; index < to; index += 1) {
    const token = tokens[index];
    if (token === undefined) continue;
    if (outer[index] === ',') parts.push([]);
    else parts.at(-1)?.push(token);
  }
  return parts;
}

function itemOf(item: readonly SqlToken[]): SelectItem {
  const named = item.at(-2)?.text.toLowerCase() === 'as';
  const expression = comparableText(named ? item.slice(0, -2) : item);
  const last = item.at(-1);
  const isColumn = item.length === 1 || item.at(-2)?.text === '.';
  return { expression, name: last !== undefined && (named || isColumn) ? comparableText([last]) : null };
}

function withoutDirection(key: readonly SqlToken[]): SqlToken[] {
  const bare = [...key];
  while (DIRECTIONS.has(bare.at(-1)?.text.toLowerCase() ?? '')) bare.pop();
  return bare;
}

function placeOf(key: readonly SqlToken[], items: readonly SelectItem[]): number | null {
  const text = comparableText(key);
  const hasStar = items.some(({ expression }) => expression.endsWith('*'));
  const position = key.length === 1 && key[0]?.kind === 'number' ? Number(text) : null;
  if (position !== null) return position - 1;
  const place = hasStar ? -1 : items.findIndex(({ expression, name }) => expression === text || name === text);
  return place < 0 ? null : place;
}

function comparableText(tokens: readonly SqlToken[]): string {
  return tokens.map(({ kind, text }) => (kind === 'word' ? text.toLowerCase() : text)).join(' ');
}

function textOf(sql: string, tokens: readonly SqlToken[]): string {
  return sql.slice(tokens[0]?.start ?? 0, tokens.at(-1)?.end ?? 0);
}
