import type { Cell } from '@assay/contracts';
import { bytesCell, integerCell } from '../values/cells.js';
import { exactJson } from '../values/lossless-json.js';

const WRAPPER = /^(?:LowCardinality|Nullable)\((.*)\)$/s;
const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const FLOATS: Readonly<Record<string, string>> = { nan: 'NaN', inf: 'Infinity', '-inf': '-Infinity' };

/** `String` of `LowCardinality(Nullable(String))`. */
export function plainType(type: string): string {
  const inner = WRAPPER.exec(type)?.[1];
  return inner === undefined ? type : plainType(inner);
}

export function isNullable(type: string): boolean {
  return /^(?:(?:LowCardinality\()?Nullable\(|Variant\(|Dynamic\b)/.test(type);
}

/** A line of JSONCompactEachRow; null if it is none. Texts that are not UTF-8 become bytes. */
export function rowOf(line: Buffer): Cell[] | null {
  try {
    const row = parseLine(line);
    return Array.isArray(row) ? row : null;
  } catch {
    return null;
  }
}

function parseLine(line: Buffer): Cell {
  const text = utf8Of(line);
  return text === null ? withBytes(exactJson(line.toString('latin1'))) : exactJson(text);
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

/** @param type plain */
export function toCell(value: Cell, type: string): Cell {
  if (typeof value === 'number') return type.startsWith('Decimal') ? String(value) : value;
  if (typeof value !== 'string') return value;
  if (/^U?Int\d+$/.test(type)) return integerCell(value);
  if (/^B?Float/.test(type)) return FLOATS[value] ?? value;
  return type.startsWith('FixedString') ? value.replace(/\0+$/, '') : value;
}
