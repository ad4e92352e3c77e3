import type { SqlToken } from '../../lexer/token.js';
import { isGroup, isName, wordOf, type Part } from './call-tree.js';

const RESERVED =
  /^(?:from|for|as|in|is|not|and|or|null|true|false|distinct|all|case|when|then|else|end|order|by|asc|desc|over|using|placing|similar|collate|both|leading|trailing|current_(?:date|time|timestamp|user|catalog|schema|role)|select|where|values|limit|like|between|u&)$/;
const ALSO_COLUMNS =
  /^(?:interval|date|time|timestamp|at|zone|separator|partition|within|epoch|year|month|day|hour|minute|second|dow|doy|week|quarter|isodow|isoyear|microseconds|milliseconds|materialized|int|integer|bigint|text|char|varchar|numeric|decimal|float|double|precision|signed|unsigned|binary|max)$/;

/** Of a single literal without escapes; null for anything else. */
export function textOf(parts: readonly Part[] | undefined): string | null {
  const [part, ...others] = parts ?? [];
  if (part === undefined || isGroup(part) || part.kind !== 'string' || others.length > 0) return null;
  return /^n?'([^\\]*)'$/i.exec(part.text)?.[1]?.replaceAll("''", "'") ?? null;
}

export function numbersIn(parts: readonly Part[]): number[] {
  const start = parts.findIndex((part) => wordOf(part) === 'case');
  if (start >= 0) {
    const { values, end } = casesAt(parts, start);
    return [parts.slice(0, start), ...values, parts.slice(end + 1)].flatMap(numbersIn);
  }
  return parts.flatMap((part) => {
    if (isGroup(part)) return numbersIn(part.parts);
    return part.kind === 'number' ? [Number(part.text)] : (part.text.match(/\d+/g)?.map(Number) ?? []);
  });
}

export function isColumn(parts: readonly Part[], at: number): boolean {
  const part = parts[at];
  const next = parts[at + 1];
  if (!isName(part) || (part.kind === 'word' && RESERVED.test(part.text.toLowerCase()))) return false;
  if (next !== undefined && !isGroup(next) && next.kind === 'string') return false;
  const last = at + 2 * pathAt(parts, at).length - 2;
  const after = parts[last + 1];
  const isCalled = isGroup(after) && after.token === parts[last];
  return !/^(?:\.|::|as)$/.test(wordOf(parts[at - 1])) && !isCalled;
}

export const isKeyword = (part: Part | undefined): boolean => ALSO_COLUMNS.test(wordOf(part));

export function pathAt(parts: readonly Part[], at: number): SqlToken[] {
  const path: SqlToken[] = [];
  for (let place = at; isName(parts[place]); place += 2) {
    path.push(parts[place] as SqlToken);
    if (wordOf(parts[place + 1]) !== '.') break;
  }
  return path;
}

export function casesAt(parts: readonly Part[], start: number): { values: Part[][]; end: number } {
  const values: Part[][] = [];
  let value: Part[] | null = null;
  let depth = 0;
  for (let at = start; at < parts.length; at += 1) {
    const word = wordOf(parts[at]);
    if (word === 'case') depth += 1;
    if (word === 'end') depth -= 1;
    if (depth === 0) return { values, end: at };
    if (depth === 1 && /^(?:when|then|else)$/.test(word)) {
      value = word === 'when' ? null : [];
      if (value !== null) values.push(value);
    } else value?.push(parts[at] as Part);
  }
  return { values, end: parts.length };
}

/** `1_000`, `0b1`: two tokens. */
export function isSuffix(part: SqlToken, next: Part | undefined): next is SqlToken {
  return (
    part.kind === 'number' && next !== undefined && !isGroup(next) && next.kind === 'word' && next.start === part.end
  );
}

/** Of four-digit years: differences are small. */
const DATE = /^'\d{1,4}-\d|^'\d+:\d/;

export function numberOf(part: Part, next?: Part): number | null {
  if (isGroup(part)) return null;
  if (part.kind === 'number') {
    const written = isSuffix(part, next) ? part.text + next.text : part.text;
    const number = Number(written.replaceAll('_', ''));
    return Number.isNaN(number) ? Infinity : number;
  }
  if (/^null$/i.test(part.text)) return 0;
  if (part.kind !== 'string') return null;
  if (!/\d/.test(part.text) || DATE.test(part.text)) return 0;
  const options = [...part.text.matchAll(/=\s*(\d+)/g)].map(([, number]) => Number(number));
  if (options.length > 0) return Math.max(...options);
  const text = /^'([\d.]+(?:e\d+)?)(?:\s.*)?'$/i.exec(part.text)?.[1];
  return text === undefined ? null : Number(text);
}
