import type { Cell } from '@assay/contracts';
import { bytesCell, integerCell } from '../values/cells.js';
import { exactJson } from '../values/lossless-json.js';

/** Longer or deeper types of a server are not followed. */
const LONGEST_TYPE = 20_000;
const DEEPEST_TYPE = 32;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const FLOATS: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' };

/** `String` of `LowCardinality(Nullable(String))` and of `SimpleAggregateFunction(max, String)`. */
export function plainType(type: string): string {
  const isWrapper = type.length <= LONGEST_TYPE && /^(?:LowCardinality|Nullable|SimpleAggregateFunction)\(/.test(type);
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
  const cells = types.map((type) => cellOf(type));
  return (line) => {
    try {
      const row = parseLine(line);
      return Array.isArray(row) ? row.map((value, index) => cells[index]?.(value) ?? value) : null;
    } catch {
      return null;
    }
  };
}

function parseLine(line: Buffer): Cell {
  const text = utf8Of(line);
  return text === null ? withBytes(exactJson(withPairs(line.toString('latin1')))) : exactJson(withPairs(text));
}

const MARK = '\0';
const PAIRS: Readonly<Record<string, string>> = { '{': '{"\\u0000":[[', ':': ',', ',': '],[', '}': ']]}' };

/** Writes objects as marked lists of pairs: keys of a map may be repeated, and an object moves those that are integers. */
function withPairs(row: string): string {
  if (!row.includes('{')) return row;
  // Fails fast where a text has no end.
  JSON.parse(row);
  const open: string[] = [];
  return row.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|\{\s*\}|[[\]{},:]/gs, (token) => {
    if (token.startsWith('"')) return token;
    if (token.length > 1) return `{"\\u0000":[]}`;
    if (token === '[' || token === '{') open.push(token);
    const isObject = open.at(-1) === '{';
    if (token === ']' || token === '}') open.pop();
    return isObject ? (PAIRS[token] ?? token) : token;
  });
}

/** Null: the value is no object. */
function pairsOf(value: Cell): [string, Cell][] | null {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return null;
  return value[MARK] as [string, Cell][];
}

/** Objects of their pairs; those with a repeated key, which only a map has, stay pairs. */
function unmarked(value: Cell): Cell {
  if (Array.isArray(value)) return value.map(unmarked);
  const pairs = pairsOf(value)?.map(([key, item]): [string, Cell] => [key, unmarked(item)]);
  if (pairs === undefined) return value;
  const made = Object.fromEntries(pairs);
  return Object.keys(made).length === pairs.length ? made : pairs;
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
function cellOf(type: string, depth = 0): ToCell {
  if (type.length > LONGEST_TYPE || depth > DEEPEST_TYPE) return (value) => unmarked(value);
  const plain = plainType(type);
  const [, kind = ''] = /^(Array|Map|Tuple|Nested)\(/.exec(plain) ?? [];
  if (kind === 'Nested') return cellOf(`Array(${plain.replace('Nested', 'Tuple')})`, depth + 1);
  if (kind === 'Tuple') return tupleOf(partsOf(plain), depth + 1);
  const parts = kind === '' ? [] : partsOf(plain).map((part) => cellOf(part, depth + 1));
  const each = kind === 'Map' ? inTurn(parts) : parts[0];
  return each === undefined ? (value) => scalarOf(value, plain) : (value) => mapped(value, each);
}

/** @param parts `x Int8`, or only the type */
function tupleOf(parts: readonly string[], depth: number): ToCell {
  const fields = parts.map((part): [name: string, field: ToCell] => {
    const [named = '', name = ''] = /^(`(?:[^`\\]|\\.)*`|\w+) /s.exec(part) ?? [];
    return [name.replaceAll(/^`|`$|\\(?=.)/gs, ''), cellOf(part.slice(named.length), depth)];
  });
  const byName = new Map(fields);
  const unnamed = inTurn(fields.map(([, field]) => field));
  return (value) => {
    const pairs = pairsOf(value);
    if (pairs === null) return unnamed(value);
    return Object.fromEntries(pairs.map(([name, item]) => [name, (byName.get(name) ?? unmarked)(item)]));
  };
}

function inTurn(parts: readonly ToCell[]): ToCell {
  return (value) => mapped(value, (item, index) => parts[index]?.(item) ?? item);
}

function mapped(value: Cell, each: (item: Cell, index: number) => Cell): Cell {
  const items = pairsOf(value) ?? value;
  return Array.isArray(items) ? items.map((item, index) => each(item, index)) : items;
}

function scalarOf(value: Cell, type: string): Cell {
  if (typeof value === 'number') return type.startsWith('Decimal') ? String(value) : value;
  if (typeof value !== 'string') return unmarked(value);
  if (/^U?Int\d+$/.test(type)) return integerCell(value);
  return /^B?Float/.test(type) ? (FLOATS[value] ?? value) : value;
}
