import type { Cell } from '@assay/contracts';
import { bytesCell, floatCell } from '../values/cells.js';
import type { ServerColumn } from './link.js';

/** A date as the driver makes it; what is finer than a millisecond is kept beside it, in seconds. */
interface FineDate extends Date {
  nanosecondsDelta?: number;
}

/** Digits that a double holds for sure. */
const EXACT_DIGITS = 15;

/** The server's name of a column's type. */
export function typeName(column: Pick<ServerColumn, 'type'>): string {
  const { type } = column;
  const declaration = (type as { declaration?: string }).declaration ?? (typeof type === 'function' ? type.name : '');
  return declaration.toLowerCase() || 'unknown';
}

/**
 * A value as a cell. The driver reads decimals into doubles: they become strings with their scale, and are exact up to
 * 15 digits; beyond that the digits that a double does not hold are lost before we see them.
 */
export function toCell(value: unknown, column: Pick<ServerColumn, 'type' | 'scale'>): Cell {
  if (value === null || value === undefined) return null;
  const type = typeName(column);
  if (value instanceof Uint8Array) return bytesCell(value);
  if (value instanceof Date) return dateCell(value, type, column.scale ?? 3);
  if (typeof value === 'number') return isDecimal(type) ? decimalCell(value, scaleOf(type, column)) : floatCell(value);
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  return typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? null);
}

function isDecimal(type: string): boolean {
  return type === 'decimal' || type === 'numeric' || type === 'money' || type === 'smallmoney';
}

function scaleOf(type: string, column: Pick<ServerColumn, 'scale'>): number {
  return type.endsWith('money') ? 4 : (column.scale ?? 0);
}

function decimalCell(value: number, scale: number): string {
  const whole = Math.trunc(Math.abs(value)).toString().length;
  return value.toFixed(Math.max(0, Math.min(scale, Math.max(EXACT_DIGITS - whole, 0))));
}

/** The driver puts wall-clock times into the UTC fields of a date. */
function dateCell(value: FineDate, type: string, scale: number): string {
  const iso = value.toISOString();
  const date = iso.slice(0, iso.indexOf('T'));
  if (type === 'date') return date;
  const time = `${iso.slice(iso.indexOf('T') + 1, -5)}${fraction(value, type, scale)}`;
  if (type === 'time') return time;
  return `${date} ${time}${type === 'datetimeoffset' ? '+00:00' : ''}`;
}

function fraction(value: FineDate, type: string, scale: number): string {
  if (type === 'smalldatetime') return '';
  const digits = type === 'datetime' ? 3 : scale;
  if (digits === 0) return '';
  const finer = Math.round((value.nanosecondsDelta ?? 0) * 1e9);
  const nanoseconds = String(value.getUTCMilliseconds() * 1_000_000 + finer).padStart(9, '0');
  return `.${nanoseconds.slice(0, digits)}`;
}
