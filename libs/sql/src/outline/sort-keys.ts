import type { Dialect } from '@assay/contracts';
import type { Range } from './query-blocks.js';
import { StatementText } from './statement-text.js';

export interface KeyedStatement {
  /** With missing sort keys as columns. */
  sql: string;
  added: string[];
  /** Where `sql` fails because its keys contain aliases, which a column of the same name would hide. */
  otherwise?: KeyedStatement;
}

export interface SortKeys extends KeyedStatement {
  /** Column index per key; a negative one counts from the end. */
  columns: number[];
}

export const SET_OPERATIONS = ['union', 'intersect', 'except', 'minus'];
const ENDS_ORDER = ['limit', 'offset', 'fetch', 'for'];
/** Their keys may contain aliases in expressions; their columns may not. */
const ALIASES_IN_KEYS: readonly Dialect[] = ['mysql', 'mariadb', 'sqlite'];
const DIRECTIONS = ['asc', 'desc', 'nulls', 'first', 'last'];

/**
 * Adds the sort keys to the result as columns, to detect ties.
 * @returns null without ORDER BY or leading SELECT, or if DISTINCT or a set operation lacks the key
 */
export function sortKeys(sql: string, dialect: Dialect): SortKeys | null {
  const text = new StatementText(sql, dialect);
  const outer = [...text.level(0, text.length)];
  const order = outer.findLast((place) => text.word(place) === 'order' && text.word(place + 1) === 'by') ?? -1;
  const isFilled = outer.some((place) => text.word(place) === 'fill' && text.word(place - 1) === 'with');
  if (order < 0 || isFilled) return null;
  const end = outer.find((place) => place > order && ENDS_ORDER.includes(text.word(place))) ?? text.length;
  return withColumns(
    text,
    text.parts(order + 2, end).map((key) => withoutDirection(text, key)),
  );
}

/** Adds what the SELECT lacks of the keys, which are places behind its FROM. */
export function withColumns(text: StatementText, keys: readonly Range[]): SortKeys | null {
  const outer = [...text.level(0, text.length)];
  const from = outer.find((place) => text.word(place) === 'from') ?? text.length;
  if (text.word(0) !== 'select' || from > (keys[0]?.from ?? 0)) return null;
  const isDistinct = text.word(1) === 'distinct';
  const items = text.parts(isDistinct ? 2 : 1, from).map((item) => itemOf(text, item));
  const places = keys.map((key) => placeOf(text, key, items));
  const missing = keys.filter((_, index) => places[index] === null);
  const isCombined = isDistinct || outer.some((place) => SET_OPERATIONS.includes(text.word(place)));
  if (keys.some((key) => key.from >= key.to) || (missing.length > 0 && isCombined)) return null;
  const before = text.tokens[from]?.start ?? 0;
  const keyed = (added: string[]): KeyedStatement => ({
    sql: `${text.sql.slice(0, before)}${added.map((key) => `, (${key})`).join('')} ${text.sql.slice(before)}`,
    added,
  });
  const columns = keys.map((key, index) => places[index] ?? missing.indexOf(key) - missing.length);
  const written = keyed(missing.map(({ from, to }) => text.text(from, to)));
  const replaced = keyed(missing.map((key) => asColumn(text, key, items)));
  if (replaced.sql === written.sql) return { ...written, columns };
  // SQLite reads an unknown quoted name as a string
  return written.added.join().includes('"') ? { ...replaced, columns } : { ...written, columns, otherwise: replaced };
}

interface SelectItem {
  expression: string;
  name: string | null;
  /** Unquoted; null also where its expression contains the name, which may be a column. */
  alias: string | null;
  text: string;
}

export function itemOf(text: StatementText, { from, to }: Range): SelectItem {
  const named = text.word(to - 2) === 'as';
  const end = named ? to - 2 : to;
  const alias = named ? text.name(to - 1) : null;
  const isColumn = to - from === 1 || text.word(to - 2) === '.';
  return {
    expression: comparableText(text, from, end),
    name: to > from && (named || isColumn) ? comparableText(text, to - 1, to) : null,
    alias: placesIn(from, end).some((place) => text.name(place) === alias) ? null : alias,
    text: text.text(from, end),
  };
}

/** With expressions for aliases. */
function asColumn(text: StatementText, { from, to }: Range, items: readonly SelectItem[]): string {
  if (!ALIASES_IN_KEYS.includes(text.dialect)) return text.text(from, to);
  const tokens = placesIn(from, to).map((place) => {
    const name = text.word(place - 1) === '.' || ['.', '('].includes(text.word(place + 1)) ? null : text.name(place);
    const item = name === null ? undefined : items.find(({ alias }) => alias === name);
    const end = text.tokens[place + 1]?.start;
    const behind = place + 1 < to ? text.sql.slice(text.tokens[place]?.end, end) : '';
    return (item === undefined ? text.text(place, place + 1) : `(${item.text})`) + behind;
  });
  return tokens.join('');
}

function placesIn(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

export function withoutDirection(text: StatementText, { from, to }: Range): Range {
  let end = to;
  while (end > from && DIRECTIONS.includes(text.word(end - 1))) end -= 1;
  return { from, to: end };
}

export function placeOf(text: StatementText, { from, to }: Range, items: readonly SelectItem[]): number | null {
  const key = comparableText(text, from, to);
  if (to - from === 1 && text.tokens[from]?.kind === 'number') return Number(key) - 1;
  const hasStar = items.some(({ expression }) => expression.endsWith('*'));
  const place = hasStar ? -1 : items.findIndex(({ expression, name }) => expression === key || name === key);
  return place < 0 ? null : place;
}

function comparableText(text: StatementText, from: number, to: number): string {
  const tokens = text.tokens.slice(from, to);
  return tokens.map(({ kind, text: written }) => (kind === 'word' ? written.toLowerCase() : written)).join(' ');
}
