import type { Cell } from '@assay/contracts';
import { bytesCell, integerCell } from '../values/cells.js';
import { exactJson } from '../values/lossless-json.js';

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const FLOATS: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' };

/** `String` of `LowCardinality(Nullable(String))` and of `SimpleAggregateFunction(max, String)`. */
export function plainType(type: string): string {
  const isWrapper = /^(?:LowCardinality|Nullable|SimpleAggregateFunction)\(/.test(type);
  return isWrapper ? plainType(partsOf(type).at(-1) ?? '') : type;
}

export function isNullable(type: string): boolean {
  return /^(?:SimpleAggregateFunction\(\w+, )?(?:(?:LowCardinality\()?Nullable\(|Variant\(|Dynamic\b)/.test(type);
}

/** What the parentheses of a type hold, between its own commas. */
function partsOf(type: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const [token] of type.slice(type.indexOf('(') + 1, -1).matchAll(/(['`])(?:[^\\]|\\.)*?\1|./gs)) {
    if (token === '(') depth += 1;
    if (token === ')') depth -= 1;
    if (token === ',' && depth === 0) parts.push('');
    else parts.push((parts.pop() ?? '') + token);
  }
  return parts.map((part) => part.trim());
}

/**
 * Reads lines of JSONCompactEachRow; null: it is none. Texts that are not UTF-8 become bytes.
 * @param types of the columns, as the server writes them
 */
export function rowReader(types: readonly string[]): (line: Buffer) => Cell[] | null {
  const cells = types.map(cellOf);
  const hasMap = types.map((type) => /\bMap\(/.test(type) && !type.startsWith('JSON'));
  const paired = hasMap.includes(true) ? (json: string) => withPairs(json, hasMap) : (json: string) => json;
  return (line) => {
    try {
      const row = parseLine(line, paired);
      return Array.isArray(row) ? row.map((value, index) => cells[index]?.(value) ?? value) : null;
    } catch {
      return null;
    }
  };
}

function parseLine(line: Buffer, paired: (json: string) => string): Cell {
  const text = utf8Of(line);
  return text === null ? withBytes(exactJson(paired(line.toString('latin1')))) : exactJson(paired(text));
}

const PAIRS: Readonly<Record<string, string>> = { '{': '[[', ':': ',', ',': '],[', '}': ']]' };

/** Writes objects as arrays of pairs: keys of a map may be repeated, and an object moves those that are integers. */
function withPairs(row: string, hasMap: readonly boolean[]): string {
  const open: string[] = [];
  let cell = 0;
  return row.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|[[\]{},:]/gs, (token) => {
    if (token.startsWith('"')) return token;
    if (token.length > 1) return hasMap[cell] === true ? '[]' : token;
    if (token === '[' || token === '{') open.push(token);
    const isObject = open.at(-1) === '{';
    if (token === ']' || token === '}') open.pop();
    if (token === ',' && open.length === 1) cell += 1;
    return isObject && hasMap[cell] === true ? (PAIRS[token] ?? token) : token;
  });
}

/** @param cell parsed with a character per byte, except escaped ones */
function withBytes(cell: Cell): Cell {
  if (typeof cell === 'string') return textOfBytes(cell);
  if (Array.isArray(cell)) return cell.map(withBytes);
  if (cell === null || typeof cell !== 'object') return cell;
  return Object.fromEntries(Object.entries(cell).map(([key, item]) => [textOfBytes(key), withBytes(item)]));
}

function textOfBytes(text: string): string {
  const bytes = Buffer.concat(Array.from(text, (one) => Buffer.from(one, one > '\u00ff' ? 'utf8' : 'latin1')));
  return utf8Of(bytes) ?? bytesCell(bytes);
}

function utf8Of(bytes: Buffer): string | null {
  try {
    return UTF8.decode(bytes);
  } catch {
    return null;
  }
}

type ToCell = (value: Cell) => Cell;

/** What values of a type become, at every depth. */
function cellOf(type: string): ToCell {
  const plain = plainType(type);
  const [, kind = ''] = /^(Array|Map|Tuple|Nested)\(/.exec(plain) ?? [];
  if (kind === 'Nested') return cellOf(`Array(${plain.replace('Nested', 'Tuple')})`);
  if (kind === 'Tuple') return tupleOf(partsOf(plain));
  const parts = kind === '' ? [] : partsOf(plain).map(cellOf);
  const each = kind === 'Map' ? inTurn(parts) : parts[0];
  return each === undefined ? (value) => scalarOf(value, plain) : (value) => mapped(value, each);
}

/** @param parts `x Int8`, or only the type */
function tupleOf(parts: readonly string[]): ToCell {
  const fields = parts.map((part): [name: string, field: ToCell] => {
    const [named = '', name = ''] = /^(`(?:[^`\\]|\\.)*`|\w+) /s.exec(part) ?? [];
    return [name.replaceAll(/^`|`$|\\(?=.)/gs, ''), cellOf(part.slice(named.length))];
  });
  const byName = new Map(fields.filter(([name]) => name !== ''));
  const unnamed = inTurn(fields.map(([, field]) => field));
  const isPair = (item: Cell): item is [string, Cell] =>
    Array.isArray(item) && typeof item[0] === 'string' && byName.has(item[0]);
  return (value) => {
    if (value === null || typeof value !== 'object') return value;
    const pairs = Array.isArray(value) ? value : Object.entries(value);
    if (byName.size === 0 || !pairs.every(isPair)) return unnamed(value);
    return Object.fromEntries(pairs.map(([name, item]) => [name, byName.get(name)?.(item) ?? item]));
  };
}

function inTurn(parts: readonly ToCell[]): ToCell {
  return (value) => mapped(value, (item, index) => parts[index]?.(item) ?? item);
}

function mapped(value: Cell, each: (item: Cell, index: number) => Cell): Cell {
  return Array.isArray(value) ? value.map((item, index) => each(item, index)) : value;
}

function scalarOf(value: Cell, type: string): Cell {
  if (typeof value === 'number') return type.startsWith('Decimal') ? String(value) : value;
  if (typeof value !== 'string') return value;
  if (/^U?Int\d+$/.test(type)) return integerCell(value);
  return /^B?Float/.test(type) ? (FLOATS[value] ?? value) : value;
}
