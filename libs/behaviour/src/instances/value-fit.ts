import { isUnsigned, maxLength, precisionOf } from './column-kind.js';
import type { InstanceValue } from './instance.js';
import type { ColumnModel } from './table-model.js';

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const DATETIME = /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}(:\d{2}(\.\d+)?)?$/;
const TIME = /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d+)?)?$/;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
const INTEGER = /^-?\d{1,15}$/;

export function fit(value: InstanceValue, column: ColumnModel): InstanceValue | undefined {
  if (value === null) return undefined;
  if (column.allowed !== null) return column.allowed.includes(value) ? value : undefined;
  switch (column.kind) {
    case 'integer':
      return fitInteger(value, column);
    case 'number':
      return fitNumber(value, column);
    case 'boolean':
      return fitBoolean(value, column);
    case 'date':
      return fitDate(value);
    case 'datetime':
      return fitDatetime(value, column);
    case 'time':
      return typeof value === 'string' && TIME.test(value) ? value : undefined;
    case 'uuid':
      return typeof value === 'string' && UUID.test(value) ? value : undefined;
    case 'text':
      return fitText(String(value), column);
    default:
      return column.pool.includes(value) ? value : undefined;
  }
}

/** Whether a value of another column can stand in this one. */
export function suits(value: InstanceValue, column: ColumnModel): boolean {
  return fit(value, column) === value && (!isWhole(column) || Number.isInteger(value));
}

/** All known values are whole, even if the type allows fractions. */
export function isWhole({ kind, pool }: ColumnModel): boolean {
  return kind === 'number' && pool.length > 0 && pool.every((value) => Number.isInteger(value));
}

function fitInteger(value: InstanceValue, { largest, type }: ColumnModel): InstanceValue | undefined {
  const number = typeof value === 'string' && INTEGER.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || Math.abs(number) > (largest ?? Infinity)) return undefined;
  if (number < 0 && isUnsigned(type)) return undefined;
  return Number.isSafeInteger(number) ? number : Math.floor(number);
}

/** Rounds to quarters, or to halves or integers if the scale is smaller: their sums are exact in any order. */
function fitNumber(value: InstanceValue, { type }: ColumnModel): InstanceValue | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number)) return undefined;
  const { whole, scale } = precisionOf(type) ?? { whole: 12, scale: 2 };
  const step = scale === 0 ? 1 : scale === 1 ? 2 : 4;
  const rounded = Math.round(number * step) / step;
  return Math.abs(rounded) < 10 ** whole ? rounded : undefined;
}

function fitBoolean(value: InstanceValue, { pool }: ColumnModel): InstanceValue | undefined {
  // SQLite keeps booleans as written.
  if (pool.some((seen) => typeof seen !== 'boolean')) return pool.includes(value) ? value : undefined;
  return typeof value === 'boolean' ? value : undefined;
}

function fitDate(value: InstanceValue): InstanceValue | undefined {
  return typeof value === 'string' && DATE.test(value) ? value : undefined;
}

function fitDatetime(value: InstanceValue, { pool }: ColumnModel): InstanceValue | undefined {
  if (typeof value !== 'string') return undefined;
  if (DATETIME.test(value) || (pool.includes(value) && value !== '')) return value;
  return DATE.test(value) ? `${value} 00:00:00` : undefined;
}

function fitText(value: string, { type }: ColumnModel): InstanceValue | undefined {
  const longest = maxLength(type);
  return longest === null || value.length <= longest ? value : undefined;
}
