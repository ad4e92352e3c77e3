import type { SqlToken } from '../../lexer/token.js';
import { boundsOf } from './bounds.js';
import { isGroup, isName, listed, nameOf, tokensIn, wordOf, type Group, type Part } from './call-tree.js';
import { pathAt } from './names.js';
import { isDerived, nameOfCte } from './queries.js';
import { step } from './steps.js';
import { tied } from './ties.js';

export const FEW_ROWS = 10_000;
export const MANY_ROWS = 100_000;

const SERIES = /^(?:generate_?series|range|generate_subscripts|numbers|zeros)$/;
export const AFTER_SELECT = /^(?:from|where|group|having|order|limit|union|except|intersect|window|qualify|into)$/;
const AFTER_FROM =
  /^(?:where|group|having|order|limit|window|union|except|intersect|qualify|fetch|offset|start|connect|select)$/;

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

export function sourcesIn(parts: readonly Part[]): Source[] {
  const from = parts.findIndex((part, at) => wordOf(part) === 'from' && wordOf(parts[at - 1]) !== 'distinct');
  if (from < 0) return [];
  const after = parts.slice(from + 1);
  const clause = clauseOf(after);
  const found: Source[] = [];
  let source: Part[] = [];
  let isCross = false;
  for (const part of [...clause, null]) {
    if (part !== null && !JOINS.test(wordOf(part))) {
      source.push(part);
      continue;
    }
    found.push(...readSource(source, isCross));
    isCross = part !== null && (wordOf(part) === ',' || wordOf(source.at(-1)) === 'cross');
    source = [];
  }
  const condition = wordOf(after[clause.length]) === 'where' ? clauseOf(after.slice(clause.length + 1)) : [];
  return found.some(({ isCrossing }) => isCrossing) ? tied(found, condition) : found;
}

function clauseOf(parts: readonly Part[]): readonly Part[] {
  const end = parts.findIndex((part) => AFTER_FROM.test(wordOf(part)));
  return parts.slice(0, end < 0 ? undefined : end);
}

function readSource(parts: readonly Part[], isCross: boolean): Source[] {
  const on = parts.findIndex((part) => wordOf(part) === 'on');
  const words = parts.slice(0, on < 0 ? undefined : on).filter((part) => !MODIFIERS.test(wordOf(part)));
  const isCrossing = isCross || (on >= 0 && !restricts(parts.slice(on + 1)));
  const [first] = words;
  const path = pathAt(words, 0).map(nameOf);
  const at = Math.max(2 * path.length - 1, 0);
  const group = words[at];
  const isCall = isGroup(group) && (path.length === 0 || group.token === words[at - 1]);
  if (isGroup(first) && !isDerived(first)) return sourcesIn([FROM, ...first.parts]);
  const others = words.slice(isCall ? at + 1 : at);
  const isUsing = wordOf(others[0]) === 'using';
  const alias = isName(others[0]) && !isUsing ? nameOf(others[0]) : (path.at(-1) ?? '');
  const columns = isUsing ? [] : (others.find(isGroup)?.parts ?? []).filter(isName).map(nameOf);
  return [{ alias, columns, path: isCall ? [] : path, group: isCall ? group : null, isCrossing }];
}

const FROM: SqlToken = { kind: 'word', text: 'from', start: 0, end: 0 };

function restricts(condition: readonly Part[]): boolean {
  const parts = tokensIn(condition);
  const qualifiers = new Set(parts.filter((part, at) => isName(part) && wordOf(parts[at + 1]) === '.').map(nameOf));
  const isBare =
    qualifiers.size === 0 && parts.some((part) => isName(part) && !/^(?:true|and|or|not)$/.test(wordOf(part)));
  return isBare || (qualifiers.size > 1 && parts.some((part) => COMPARES.test(wordOf(part))));
}

const COMPARES = /^(?:=|==|<|>|<=|>=|<=>|like|ilike|between|in|~|@>|<@|&&|is)$/;

/** Whether they cross a table with itself, or a long series. */
export function crosses(sources: readonly Source[]): boolean {
  if (!sources.some(({ isCrossing }) => isCrossing)) return false;
  const tables = Map.groupBy(sources, ({ path }) => path.at(-1));
  const isTwice = ({ path }: Source): boolean => {
    const alike = tables.get(path.at(-1)) ?? [];
    step(alike.length);
    return alike.some((other) => other.path !== path && isSame(path, other.path));
  };
  return sources.some((source) => isTwice(source) || (source.group !== null && rowsOfSeries(source.group) > FEW_ROWS));
}

function isSame(path: readonly string[], other: readonly string[]): boolean {
  const shared = Math.min(path.length, other.length);
  return shared > 0 && path.slice(-shared).join('.') === other.slice(-shared).join('.');
}

/** By constants; 1 for series of dates, which are finite, and other calls. */
export function rowsOfSeries({ name, parts }: Group): number {
  if (!SERIES.test(name) || holdsDates(parts)) return 1;
  const all = listed(parts).map((one) => boundsOf(one));
  const [low, high] = all.length === 1 ? [0, all[0]?.[1] ?? Infinity] : [all[0]?.[0] ?? 0, all[1]?.[1] ?? Infinity];
  const rows = (high - low) / Math.max(1, all[2]?.[0] ?? 1);
  return Number.isNaN(rows) ? Infinity : rows;
}

/** Recursion that reads only itself and ends late or never. */
export function countsRecursively(group: Group): boolean {
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
  return tokensIn(parts).some(
    ({ kind, text }) => kind === 'string' || /date|time|interval|day|month|year|now/i.test(text),
  );
}
