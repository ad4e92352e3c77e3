import type { Cell } from '@assay/contracts';
import { bytesCell, floatCell } from '../values/cells.js';
import type { ServerColumn } from './link.js';

/** `nanosecondsDelta`: the part below a millisecond, seconds. */
interface FineDate extends Date {
  nanosecondsDelta?: number;
}

const EXACT_DIGITS = 15;

export function typeName(column: Pick<ServerColumn, 'type'>): string {
  const { type } = column;
  const declaration = (type as { declaration?: string }).declaration ?? (typeof type === 'function' ? type.name : '');
  return declaration.toLowerCase() || 'unknown';
}

/** The driver parses decimals into doubles: exact to 15 digits, formatted with their scale; further digits are lost. */
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

/** The driver stores local times in UTC fields. */
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
