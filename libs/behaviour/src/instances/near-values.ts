import type { ColumnLiteral } from '../statements/statement-facts.js';
import type { InstanceValue } from './instance.js';

/** Values at and near a constant; other spellings of an existing one are misspelt. */
export function adjacentValues(
  literal: Pick<ColumnLiteral, 'value' | 'isPattern'>,
  pool: readonly InstanceValue[],
): { near: InstanceValue[]; misspelt: InstanceValue[] } {
  const near = nearValues(literal);
  const { value, isPattern } = literal;
  if (isPattern || typeof value !== 'string' || !/\p{L}/u.test(value)) return { near, misspelt: [] };
  const stored = pool.filter((known) => String(known).toLowerCase() === value.toLowerCase());
  if (stored.length === 0) return { near, misspelt: [] };
  return { near: stored, misspelt: near.filter((spelling) => !pool.includes(spelling)) };
}

function nearValues({ value, isPattern }: Pick<ColumnLiteral, 'value' | 'isPattern'>): InstanceValue[] {
  if (typeof value === 'number') return [value, value, value + 1, value - 1];
  if (isPattern) return likeValues(value);
  const number = value.trim() === '' ? Number.NaN : Number(value);
  if (/^\d{4}$/.test(value)) return [value, number, number + 1, number - 1, `${value}-06-15`, `${value}-12-31`];
  if (Number.isFinite(number)) return [value, number, number + 1, number - 1];
  const date = /^\d{4}-\d{2}-\d{2}/.exec(value)?.[0];
  if (date !== undefined) return [value, ...adjacentDay(value, date)];
  return [value, value, value.toLowerCase(), value.toUpperCase(), `${value}x`, value.slice(0, -1)];
}

function likeValues(pattern: string): InstanceValue[] {
  const core = pattern.replaceAll('%', '').replaceAll('_', 'a');
  const open = pattern.replaceAll('%', 'x').replaceAll('_', 'b');
  const before = pattern.startsWith('%') ? `y${core}` : core;
  const behind = pattern.endsWith('%') ? `${core}z` : core;
  return [core, open, before, behind, `${core}q`, `q${core}`, core.slice(1), core.toUpperCase(), core.toLowerCase()];
}

function adjacentDay(value: string, date: string): InstanceValue[] {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return [];
  return [-1, 1].map((step) => {
    const other = new Date(day.getTime() + step * 86_400_000).toISOString().slice(0, 10);
    return other + value.slice(10);
  });
}
