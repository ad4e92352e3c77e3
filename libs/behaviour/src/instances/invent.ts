import { maxLength } from './column-kind.js';
import type { Draw } from '../draw.js';
import type { InstanceValue } from './instance.js';
import type { ColumnModel } from './table-model.js';
import { isWhole } from './value-fit.js';

const NAMES = ['Ada', 'Ben', 'Cleo', 'Dan', 'Eve', 'Finn', 'Gus', 'Hana', 'Ivo', 'Jo', 'Kim', 'Lea'];
/** Text order differs from numeric order. */
const NUMBER_TEXTS = ['9', '10', '1', '2', '3', '20', '100', '8', '30', '11'];

/** A larger `spread` gives more distinct values. */
export function invent(column: ColumnModel, draw: Draw, spread: number): InstanceValue {
  if (column.allowed !== null && column.allowed.length > 0) return draw.pick(column.allowed);
  const number = draw.int(1, Math.max(2, spread));
  switch (column.kind) {
    case 'integer':
      return number;
    case 'number':
      return isWhole(column) ? number : number / 4;
    case 'boolean':
      return column.pool.length > 0 ? draw.pick(column.pool) : draw.chance(0.5);
    case 'date':
      return day(number);
    case 'datetime':
      return `${day(number)} 12:00:00`;
    case 'time':
      return `${String(number % 24).padStart(2, '0')}:00:00`;
    case 'uuid':
      return `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    case 'text':
      return inventText(column, draw, number);
    default:
      return column.pool.length > 0 ? draw.pick(column.pool) : null;
  }
}

function day(number: number): string {
  return new Date(Date.UTC(2020, 0, 1) + number * 31 * 86_400_000).toISOString().slice(0, 10);
}

function inventText(column: ColumnModel, draw: Draw, number: number): InstanceValue {
  const pattern = column.profile?.pattern ?? null;
  if (pattern === 'integer' || pattern === 'decimal') return draw.pick(NUMBER_TEXTS);
  if (pattern === 'date') return day(number);
  if (pattern === 'datetime') return `${day(number)} 12:00:00`;
  const name = number <= NAMES.length ? (NAMES[number - 1] ?? 'Ada') : `${NAMES[number % NAMES.length]}${number}`;
  const cased = pattern === 'upper' ? name.toUpperCase() : pattern === 'lower' ? name.toLowerCase() : name;
  const longest = maxLength(column.type);
  return longest === null ? cased : shorten(cased, number, longest);
}

function shorten(name: string, number: number, longest: number): string {
  if (name.length <= longest) return name;
  return longest <= 1 ? String.fromCharCode(64 + ((number - 1) % 26) + 1).slice(0, longest) : name.slice(0, longest);
}
