import type { Range } from './query-blocks.js';
import { itemOf, placeOf, SET_OPERATIONS, withColumns, withoutDirection, type KeyedStatement } from './sort-keys.js';
import type { StatementText } from './statement-text.js';

const RANKS = ['row_number', 'rank', 'dense_rank'];
const COMPARISONS = ['=', '<', '<='];
const FRAMES = ['rows', 'range', 'groups'];
/** Of a column that passes the measure out of a subquery. */
const PASSED = 'assay_measure';

/** Adds `x` to the rows of `x = (SELECT max(x) …)` in WHERE or HAVING. */
export function greatestRows(text: StatementText): KeyedStatement | null {
  const outer = [...text.level(0, text.length)];
  const at = outer.find(
    (place) =>
      text.word(place) === '=' &&
      text.word(place + 1) === '(' &&
      text.word(place + 2) === 'select' &&
      ['max', 'min'].includes(text.word(place + 3)) &&
      text.word(text.partner(place + 4) + 1) === 'from',
  );
  if (at === undefined || outer.some((place) => text.word(place) === 'or')) return null;
  const before = outer.findLast((place) => place < at && ['where', 'having', 'and'].includes(text.word(place)));
  return before === undefined ? null : withColumns(text, [{ from: before + 1, to: at }]);
}

/** Adds the key of a rank that QUALIFY limits by a number. */
export function qualifiedRows(text: StatementText): KeyedStatement | null {
  const outer = [...text.level(0, text.length)];
  const at = outer.find((place) => text.word(place) === 'qualify') ?? text.length;
  const behind = outer.filter((place) => place > at);
  const rank = behind.find((place) => RANKS.includes(text.word(place))) ?? text.length;
  const compared = behind.find((place) => place > rank && COMPARISONS.includes(text.word(place))) ?? text.length;
  if (text.tokens[compared + 1]?.kind !== 'number' || behind.some((place) => text.word(place) === 'or')) return null;
  const ranking = windowOf(text, { from: rank, to: compared });
  return ranking && withColumns(text, [ranking.key]);
}

/** Adds the key of the row whose FIRST_VALUE is shown. */
export function firstValues(text: StatementText): KeyedStatement | null {
  const outer = [...text.level(0, text.length)];
  const from = outer.find((place) => text.word(place) === 'from') ?? text.length;
  const isDistinct = text.word(1) === 'distinct';
  const parts = text.parts(isDistinct ? 2 : 1, from);
  const value = parts.find(
    (part) => text.word(part.from) === 'first_value' && text.word(text.partner(part.from + 1) + 1) === 'over',
  );
  const ranking = value && windowOf(text, value);
  if (!ranking || isCombined(text, outer)) return null;
  const items = parts.map((item) => itemOf(text, item));
  // another value per shown row would divide it
  const isWhole = ranking.partitions.every((partition) => placeOf(text, partition, items) !== null);
  if (placeOf(text, ranking.key, items) !== null || (isDistinct && !isWhole)) return null;
  const written = text.text(ranking.key.from, ranking.key.to);
  const at = text.tokens[from]?.start ?? text.sql.length;
  const measure = `, first_value(${written}) over ${text.text(ranking.window.from, ranking.window.to)} `;
  return { sql: text.sql.slice(0, at) + measure + text.sql.slice(at), added: [written] };
}

/**
 * Adds the first sort key of the window that ranks a subquery or common table, where WHERE limits the rank
 * by a number.
 * @param select the outer SELECT
 */
export function rankedRows(text: StatementText, select: number): KeyedStatement | null {
  const outer = [...text.level(select, text.length)];
  const from = outer.find((place) => text.word(place) === 'from') ?? text.length;
  const limited = outer
    .filter((place) => place > from && COMPARISONS.includes(text.word(place)))
    .filter((place) => text.tokens[place + 1]?.kind === 'number')
    .map((place) => text.name(place - 1));
  if (text.word(select + 1) === 'distinct' || isCombined(text, outer)) return null;
  const source = sourceOf(text, from + 1, select);
  const ranking = source && rankingOf(text, source, limited);
  const items = text.parts(select + 1, from).map((item) => itemOf(text, item));
  if (!ranking || items.some(({ expression }) => expression.endsWith('*'))) return null;
  const { key, from: inner, given } = ranking;
  const isShown = items.some(({ name, expression }) => [name, expression].includes(given ?? PASSED));
  if (isShown || placeOf(text, key, items) !== null) return null;
  const written = text.text(key.from, key.to);
  const passed = given === null ? `, (${written}) as ${PASSED} ` : '';
  const inserts = [
    { at: text.tokens[inner]?.start ?? 0, insert: passed },
    { at: text.tokens[from]?.start ?? 0, insert: `, ${given ?? PASSED} ` },
  ].sort((one, other) => other.at - one.at);
  return {
    sql: inserts.reduce((sql, { at, insert }) => sql.slice(0, at) + insert + sql.slice(at), text.sql),
    added: [written],
  };
}

/** The parentheses of a subquery, or of the common table of this name. */
function sourceOf(text: StatementText, place: number, select: number): Range | null {
  const name = text.name(place);
  const isNamed = (each: number): boolean =>
    text.name(each) === name && text.word(each + 1) === 'as' && text.word(each + 2) === '(';
  const open = name === null ? place : ([...text.level(0, select)].find(isNamed) ?? Number.NaN) + 2;
  return text.word(open) === '(' ? { from: open + 1, to: text.partner(open) } : null;
}

interface Ranking {
  key: Range;
  /** The FROM beside which it is computed. */
  from: number;
  /** The key as a column of its SELECT. */
  given: string | null;
}

function rankingOf(
  text: StatementText,
  { from: select, to }: Range,
  ranks: readonly (string | null)[],
): Ranking | null {
  const level = [...text.level(select, to)];
  const from = level.find((place) => text.word(place) === 'from') ?? to;
  if (text.word(select) !== 'select' || text.word(select + 1) === 'distinct' || isCombined(text, level)) return null;
  const parts = text.parts(select + 1, from);
  const item = parts.find(
    (part) => RANKS.includes(text.word(part.from)) && ranks.includes(text.name(part.to - 1) ?? ''),
  );
  if (item === undefined) return null;
  const key = windowOf(text, item)?.key;
  if (key === undefined) return null;
  const items = parts.map((part) => itemOf(text, part));
  const given = items[placeOf(text, key, items) ?? -1]?.name ?? null;
  return { key, from, given };
}

interface Window {
  /** The first sort key. */
  key: Range;
  partitions: Range[];
  window: Range;
}

/** The last one; null without an order. */
function windowOf(text: StatementText, { from, to }: Range): Window | null {
  const open = [...text.level(from, to)].findLast((place) => text.word(place) === '(') ?? to;
  const close = text.partner(open);
  const inside = [...text.level(open + 1, close)];
  const order = inside.find((place) => text.word(place) === 'order') ?? close;
  const end = inside.find((place) => place > order && FRAMES.includes(text.word(place))) ?? close;
  const [first] = text.parts(order + 2, end);
  if (first === undefined || order === close) return null;
  const partitions = text.word(open + 1) === 'partition' ? text.parts(open + 3, order) : [];
  return { key: withoutDirection(text, first), partitions, window: { from: open, to: close + 1 } };
}

function isCombined(text: StatementText, places: readonly number[]): boolean {
  return places.some((place) => SET_OPERATIONS.includes(text.word(place)));
}
