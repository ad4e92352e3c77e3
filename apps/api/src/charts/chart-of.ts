import type { Cell, ChartMark, ChartSpec, ResultColumn } from '@assay/contracts';
import { numberOf, roleOf, type ColumnRole } from './column-role.js';

export interface ChartedResult {
  columns: readonly ResultColumn[];
  rows: readonly (readonly Cell[])[];
  /** More rows exist. */
  truncated: boolean;
}

const MOST_BARS = 30;
const MOST_LINES = 6;
const MOST_POINTS = 1000;
/** Fewest rows for a scatter plot. */
const FEWEST_POINTS = 3;
const NO_LABEL = '(none)';

interface ChartColumn {
  name: string;
  role: ColumnRole;
  values: readonly (string | number | null)[];
}

/**
 * Chooses a chart by types and counts: time and number give lines (one per category value), category and number bars,
 * two numbers points. Null if a chart would mislead: truncated result, single row, duplicate or too many labels or
 * times, ids, several numbers with possibly different units.
 */
export function chartOf({ columns, rows, truncated }: ChartedResult): ChartSpec | null {
  if (truncated || rows.length < 2) return null;
  const drawn = columns.map((column, index) => chartColumn(column, rows, index)).filter(({ role }) => role !== 'id');
  if (drawn.some(({ role }) => role === 'other')) return null;
  const of = (role: ColumnRole): ChartColumn[] => drawn.filter((column) => column.role === role);
  const [times, categories, numbers] = [of('time'), of('category'), of('number')];
  const [time, category, number, second] = [times[0], categories[0], numbers[0], numbers[1]];
  if (number === undefined || times.length > 1 || categories.length > 1) return null;
  if (time !== undefined) return second === undefined ? line(time, number, category) : null;
  if (category !== undefined) return second === undefined ? bars(category, number) : null;
  return second !== undefined && numbers.length === 2 ? points(number, second) : null;
}

function chartColumn({ name, type }: ResultColumn, rows: ChartedResult['rows'], index: number): ChartColumn {
  const cells = rows.map((row) => row[index] ?? null);
  const role = roleOf({ name, type }, cells);
  return { name, role, values: cells.map((cell) => shown(cell, role, type)) };
}

/** Lists and objects are not drawn. */
function shown(cell: Cell, role: ColumnRole, type: string): string | number | null {
  if (role === 'number') return numberOf(cell, type);
  if (cell === null) return role === 'category' ? NO_LABEL : null;
  return typeof cell === 'object' ? null : String(cell);
}

function line(time: ChartColumn, number: ChartColumn, category: ChartColumn | undefined): ChartSpec | null {
  const lines = new Set(category?.values ?? []);
  if (lines.size > MOST_LINES || time.values.includes(null) || number.values.includes(null)) return null;
  // duplicate times would make the line jump
  if (!areDistinct(time.values.map((at, index) => `${category?.values[index] ?? ''}\0${at}`))) return null;
  if (new Set(time.values).size < 2) return null;
  const order = time.values.map((_at, index) => index).sort((a, b) => compare(time.values[a], time.values[b]));
  const columns = category === undefined ? [time, number] : [time, number, category];
  const x = { field: 'c0', type: 'temporal', title: time.name, scale: { type: 'utc' } } as const;
  const color = category && { field: 'c2', type: 'nominal' as const, title: category.name, sort: null };
  return spec('line', columns, order, { x, y: quantity('c1', number), ...(color && { color }) });
}

function bars(category: ChartColumn, number: ChartColumn): ChartSpec | null {
  const { values } = category;
  if (values.length > MOST_BARS || !areDistinct(values) || number.values.includes(null)) return null;
  const y = { field: 'c0', type: 'nominal', title: category.name, sort: null } as const;
  const order = values.map((_value, index) => index);
  return spec('bar', [category, number], order, { x: quantity('c1', number), y });
}

function points(first: ChartColumn, second: ChartColumn): ChartSpec | null {
  const complete = first.values
    .map((_value, index) => index)
    .filter((index) => first.values[index] !== null && second.values[index] !== null);
  if (complete.length < FEWEST_POINTS || complete.length > MOST_POINTS) return null;
  const varies = [first, second].every(({ values }) => new Set(complete.map((index) => values[index])).size > 1);
  if (!varies) return null;
  return spec('point', [first, second], complete, { x: quantity('c0', first), y: quantity('c1', second) });
}

function spec(
  mark: ChartMark,
  columns: readonly ChartColumn[],
  order: readonly number[],
  encoding: ChartSpec['encoding'],
): ChartSpec {
  const valueAt = (row: number): ChartSpec['data']['values'][number] =>
    Object.fromEntries(columns.map(({ values }, index) => [`c${index}`, values[row] ?? null]));
  return { mark, data: { values: order.map(valueAt) }, encoding };
}

function quantity(field: string, { name }: ChartColumn): ChartSpec['encoding']['x'] {
  return { field, type: 'quantitative', title: name };
}

function areDistinct(values: readonly (string | number | null)[]): boolean {
  return new Set(values).size === values.length;
}

/** Times of a column share a format: compare as text. */
function compare(left: string | number | null | undefined, right: string | number | null | undefined): number {
  return String(left) < String(right) ? -1 : 1;
}
