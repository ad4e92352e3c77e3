import { boundsOf } from './bounds.js';
import { groupsAround, isGroup, isQuery, listed, wordOf, type Group, type Part } from './call-tree.js';

const FEW_ROWS = 10_000;

const SERIES = /^(?:generate_?series|range|generate_subscripts|numbers|zeros)$/;
const AFTER_FROM = /^(?:where|group|having|order|limit|window|union|except|intersect|qualify|fetch|offset)$/;
export const COLLECTORS =
  /^(?:array|group(?:uniq)?array\w*|groupconcat\w*|list|\w+_agg|listagg|group_concat|xmlagg|json\w*agg\w*|json\w*_group_\w+)$/;
const ARRAYS = /^(?:array_agg|array|list|group(?:uniq)?array\w*)$/;

function queryOf(call: Group): { query: Group; inside: Group } {
  // `array(select …)`
  if (isQuery(call)) return { query: call, inside: call };
  let inside = call;
  for (const around of groupsAround(call)) {
    if (isQuery(around)) return { query: around, inside };
    inside = around;
  }
  return { query: call, inside };
}

/** Whether the call's query crosses sources that include a table twice, or a long series. */
export function multiplies(call: Group): boolean {
  const { query, inside } = queryOf(call);
  const { parts } = query;
  const select = parts.findLastIndex((part, at) => at < parts.indexOf(inside) && wordOf(part) === 'select');
  const from = parts.findIndex((part, at) => at > select && wordOf(part) === 'from');
  if (from < 0) return false;
  const end = parts.findIndex((part, at) => at > from && AFTER_FROM.test(wordOf(part)));
  const sources = parts.slice(from + 1, end < 0 ? undefined : end);
  if (!sources.some((part, at) => isCrossing(sources, part, at))) return false;
  const tables = sources.flatMap((part, at) => (startsSource(sources, at) ? wordOf(part) || [] : []));
  return new Set(tables).size < tables.length || sources.some((part) => isGroup(part) && isLongSeries(part));
}

function isCrossing(sources: readonly Part[], part: Part, at: number): boolean {
  const word = wordOf(part);
  if (word === ',' || word === 'cross') return true;
  const next = wordOf(sources[at + 1]);
  return word === 'on' && (next === 'true' || (/^\d/.test(next) && wordOf(sources[at + 2]) === '='));
}

function startsSource(sources: readonly Part[], at: number): boolean {
  return !isGroup(sources[at + 1]) && (at === 0 || /^(?:,|join)$/.test(wordOf(sources[at - 1])));
}

function isLongSeries(series: Group): boolean {
  return rowsOfSeries(series) > FEW_ROWS;
}

/** By constants; 1 for series of dates, which are finite, and other calls. */
function rowsOfSeries({ name, parts }: Group): number {
  if (!SERIES.test(name) || holdsDates(parts)) return 1;
  const all = listed(parts).map((one) => boundsOf(one));
  const [low, high] = all.length === 1 ? [0, all[0]?.[1] ?? Infinity] : [all[0]?.[0] ?? 0, all[1]?.[1] ?? Infinity];
  const rows = (high - low) / Math.max(1, all[2]?.[0] ?? 1);
  return Number.isNaN(rows) ? Infinity : rows;
}

/** Aggregates of rows that the statement itself makes: by series, by counting recursively, or from a table by itself. */
export function generatedCollections(groups: readonly Group[]): Group[] {
  const collectors = groups.filter(({ name, parent }) => COLLECTORS.test(name) && parent !== null);
  if (collectors.length === 0) return [];
  const rows = groups.reduce((product, group) => product * Math.max(1, rowsOfSeries(group)), 1);
  return rows > FEW_ROWS || groups.some(countsRecursively) ? collectors : collectors.filter(multiplies);
}

/** A recursive query that reads nothing but itself, and ends late or never. */
function countsRecursively(group: Group): boolean {
  const name = nameOfCte(group);
  const { parts } = group;
  const union = parts.findIndex((part) => wordOf(part) === 'union');
  const from = parts.findIndex((part, at) => at > union && wordOf(part) === 'from');
  if (name === null || union < 0 || from < 0 || wordOf(parts[from + 1]) !== name || holdsDates(parts)) return false;
  const rest = parts.slice(from + 2);
  if (rest.some((part) => /^(?:,|join)$/.test(wordOf(part)))) return false;
  const limits = rest.flatMap((part) => (isGroup(part) || part.kind !== 'number' ? [] : [Number(part.text)]));
  return limits.length === 0 || Math.max(...limits) > FEW_ROWS;
}

function holdsDates(parts: readonly Part[]): boolean {
  return parts.some((part) => {
    if (isGroup(part)) return /date|time|now|interval/.test(part.name) || holdsDates(part.parts);
    return part.kind === 'string' || /date|time|interval|day|month|year|now/.test(part.text.toLowerCase());
  });
}

/** The array aggregate that collects the rows of the call's query, or null. */
export function collectedFrom(call: Group, groups: readonly Group[]): string | null {
  const { query } = queryOf(call);
  const around = new Set(groupsAround(query));
  const isCte = [query, ...around].some((group) => nameOfCte(group) !== null);
  const collectors = groups.filter(({ name, parent }) => ARRAYS.test(name) && parent !== null);
  const found = collectors.find((collector) => {
    const from = queryOf(collector).query;
    return from !== query && (around.has(from) || (isCte && (collector.token?.start ?? 0) > (call.token?.start ?? 0)));
  });
  return found?.name ?? null;
}

/** '' if quoted; null for other groups. */
export function nameOfCte({ parent, parts, token }: Group): string | null {
  if (parent === null || wordOf(parts[0]) === '' || token === undefined) return null;
  let at = parent.parts.findIndex((part) => isGroup(part) && part.parts === parts) - 1;
  while (['materialized', 'not'].includes(wordOf(parent.parts[at]))) at -= 1;
  if (wordOf(parent.parts[at]) !== 'as') return null;
  at -= 1;
  const named = parent.parts[at];
  // `name (a, b) AS (…)`
  return isGroup(named) ? wordOf(parent.parts[at - 1]) : wordOf(named);
}

/** Whether a recursive query repeats a value that is no constant. */
export function repeatsItself(call: Group): boolean {
  const [repeated = []] = listed(call.parts);
  if (!repeated.some((part) => isGroup(part) || part.kind === 'word' || part.kind === 'quoted')) return false;
  return [...groupsAround(call)].some((group) => {
    const name = nameOfCte(group);
    return name !== null && name !== '' && group.parts.some((part) => wordOf(part) === name);
  });
}
