import type { SqlToken } from '../../lexer/token.js';
import { boundsOf } from './bounds.js';
import {
  groupsAround,
  isDerived,
  isGroup,
  isName,
  isQuery,
  listed,
  nameOf,
  nameOfCte,
  tokensIn,
  wordOf,
  type Group,
  type Part,
} from './call-tree.js';

const FEW_ROWS = 10_000;
const MANY_ROWS = 100_000;

const SERIES = /^(?:generate_?series|range|generate_subscripts|numbers|zeros)$/;
export const AFTER_SELECT = /^(?:from|where|group|having|order|limit|union|except|intersect|window|qualify|into)$/;
const AFTER_FROM =
  /^(?:where|group|having|order|limit|window|union|except|intersect|qualify|fetch|offset|start|connect|select)$/;
export const COLLECTORS =
  /^(?:array|group(?:uniq)?array\w*|groupconcat\w*|list|\w+_agg|listagg|group_concat|xmlagg|json\w*agg\w*|json\w*_group_\w+)$/;

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

/** A table, subquery or function in FROM. */
export interface Source {
  alias: string;
  columns: string[];
  path: string[];
  group: Group | null;
  /** Whether no condition ties it to the sources before it. */
  isCrossing: boolean;
}

const JOINS = /^(?:,|join|apply|straight_join)$/;
const MODIFIERS =
  /^(?:cross|inner|left|right|full|outer|natural|lateral|only|asof|semi|anti|any|all|global|with|ordinality|as)$/;

/** Of the SELECT whose parts are given. */
export function sourcesIn(parts: readonly Part[]): Source[] {
  const from = parts.findIndex((part, at) => wordOf(part) === 'from' && wordOf(parts[at - 1]) !== 'distinct');
  if (from < 0) return [];
  const end = parts.findIndex((part, at) => at > from && AFTER_FROM.test(wordOf(part)));
  const found: Source[] = [];
  let source: Part[] = [];
  let isCross = false;
  for (const part of [...parts.slice(from + 1, end < 0 ? undefined : end), null]) {
    if (part !== null && !JOINS.test(wordOf(part))) {
      source.push(part);
      continue;
    }
    found.push(...readSource(source, isCross));
    isCross = part !== null && (wordOf(part) === ',' || wordOf(source.at(-1)) === 'cross');
    source = [];
  }
  return found;
}

function readSource(parts: readonly Part[], isCross: boolean): Source[] {
  const on = parts.findIndex((part) => wordOf(part) === 'on');
  const words = parts.slice(0, on < 0 ? undefined : on).filter((part) => !MODIFIERS.test(wordOf(part)));
  const isCrossing = isCross || (on >= 0 && !restricts(parts.slice(on + 1)));
  const [first] = words;
  let at = 0;
  const path: string[] = [];
  while (isName(words[at])) {
    path.push(nameOf(words[at] as SqlToken));
    at += wordOf(words[at + 1]) === '.' ? 2 : 1;
    if (wordOf(words[at - 1]) !== '.') break;
  }
  const group = words[at];
  const isCall = isGroup(group) && (path.length === 0 || group.token === words[at - 1]);
  if (isGroup(first) && !isDerived(first)) return sourcesIn([FROM, ...first.parts]);
  if (isCall) at += 1;
  const columns = words.slice(at).find(isGroup)?.parts ?? [];
  const alias =
    isName(words[at]) && wordOf(words[at]) !== 'using' ? nameOf(words[at] as SqlToken) : (path.at(-1) ?? '');
  const named = columns.filter(isName).map(nameOf);
  return [
    {
      alias,
      columns: wordOf(words[at]) === 'using' ? [] : named,
      path: isCall ? [] : path,
      group: isCall ? group : null,
      isCrossing,
    },
  ];
}

const FROM: SqlToken = { kind: 'word', text: 'from', start: 0, end: 0 };

/** Whether it compares two sources. */
function restricts(condition: readonly Part[]): boolean {
  const qualifiers = new Set<string>();
  const parts = tokensIn(condition);
  for (const [at, part] of parts.entries()) {
    if (isName(part) && wordOf(parts[at + 1]) === '.') qualifiers.add(nameOf(part));
  }
  const isBare =
    qualifiers.size === 0 && parts.some((part) => isName(part) && !/^(?:true|and|or|not)$/.test(wordOf(part)));
  return isBare || (qualifiers.size > 1 && !parts.every((part) => !COMPARES.test(wordOf(part))));
}

const COMPARES = /^(?:=|==|<|>|<=|>=|<=>|like|ilike|between|in|~|@>|<@|&&|is)$/;

/** Whether the call's query crosses a table with itself, or a long series. */
export function multiplies(call: Group): boolean {
  const { query, inside } = queryOf(call);
  const selects = selectsOf.get(query) ?? new Map([[0, crosses(query.parts)]]);
  if (!selectsOf.has(query)) {
    selectsOf.set(query, selects);
    for (const [at, part] of query.parts.entries())
      if (at > 0 && wordOf(part) === 'select') selects.set(at, crosses(query.parts.slice(at)));
  }
  const place = query.parts.indexOf(inside);
  return selects.get([...selects.keys()].findLast((start) => start < place) ?? 0) === true;
}

/** Results by query and the place of its SELECT. */
const selectsOf = new WeakMap<Group, Map<number, boolean>>();

function crosses(parts: readonly Part[]): boolean {
  const sources = sourcesIn(parts);
  if (!sources.some(({ isCrossing }) => isCrossing)) return false;
  const tables = Map.groupBy(sources, ({ path }) => path.at(-1));
  const isTwice = ({ path }: Source): boolean =>
    tables.get(path.at(-1))?.some((other) => other.path !== path && isSame(path, other.path)) === true;
  return sources.some((source) => isTwice(source) || (source.group !== null && isLongSeries(source.group)));
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  const shared = Math.min(path.length, other.length);
  return shared > 0 && path.slice(-shared).join('.') === other.slice(-shared).join('.');
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

/** Aggregates of rows from a series, recursive counting, or a table with itself. */
export function generatedCollections(groups: readonly Group[]): Group[] {
  const collectors = groups.filter(({ name, parent }) => COLLECTORS.test(name) && parent !== null);
  if (collectors.length === 0) return [];
  return generatedRows(groups) > FEW_ROWS ? collectors : collectors.filter(multiplies);
}

export function generatedRows(groups: readonly Group[]): number {
  const rows = groups.reduce((product, group) => product * Math.max(1, rowsOfSeries(group)), 1);
  return Number.isFinite(rows) && !groups.some(countsRecursively)
    ? rows
    : Math.max(MANY_ROWS, Number.isFinite(rows) ? rows : 0);
}

/** Recursion that reads only itself and ends late or never. */
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
