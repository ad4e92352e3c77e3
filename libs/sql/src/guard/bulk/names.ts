import type { SqlToken } from '../../lexer/token.js';
import { isGroup, isName, wordOf, type Part } from './call-tree.js';

const NO_COLUMN =
  /^(?:from|for|as|in|is|not|and|or|null|true|false|distinct|all|case|when|then|else|end|interval|date|time|timestamp|at|zone|separator|order|by|asc|desc|over|partition|within|using|placing|similar|collate|both|leading|trailing|epoch|year|month|day|hour|minute|second|dow|doy|week|quarter|isodow|isoyear|microseconds|milliseconds|current_(?:date|time|timestamp|user|catalog|schema|role)|select|where|values|limit|like|between|u&|materialized|int|integer|bigint|text|char|varchar|numeric|decimal|float|double|precision|signed|unsigned|binary|max)$/;

/** Of a single literal; null for anything else. */
export function textOf(parts: readonly Part[] | undefined): string | null {
  const texts = (parts ?? []).filter((part) => !isGroup(part) && part.kind === 'string') as SqlToken[];
  const isPlain = parts?.every((part) => !isGroup(part) && (part.kind === 'string' || /^[eunbx]$/.test(wordOf(part))));
  return isPlain === true && texts.length === 1 ? (texts[0]?.text.replace(/^\w*'|'$/g, '') ?? null) : null;
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
  if (!isName(part) || (part.kind === 'word' && NO_COLUMN.test(part.text.toLowerCase()))) return false;
  if (isGroup(next) ? next.token === part : next?.kind === 'string') return false;
  return !/^(?:\.|::|as)$/.test(wordOf(parts[at - 1])) && !isCalled(parts, at);
}

function isCalled(parts: readonly Part[], at: number): boolean {
  const after = at + 2 * pathAt(parts, at).length - 1;
  const next = parts[after];
  return isGroup(next) && next.token === parts[after - 1];
}

export function pathAt(parts: readonly Part[], at: number): SqlToken[] {
  const path: SqlToken[] = [];
  for (let place = at; isName(parts[place]); place += 2) {
    path.push(parts[place] as SqlToken);
    if (wordOf(parts[place + 1]) !== '.') break;
  }
  return path;
}

/** Its values, and the place of END. */
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
