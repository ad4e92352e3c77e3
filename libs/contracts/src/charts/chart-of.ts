import type { ChartMark, ChartSpec } from '../answers/chart.js';
import type { ResultColumn } from '../answers/question.js';
import type { Cell } from '../database.js';
import { numberOf, roleOf, type ColumnRole } from './column-role.js';

/** What a chart is drawn of. */
export interface ChartedResult {
  columns: readonly ResultColumn[];
  rows: readonly (readonly Cell[])[];
  /** There are more rows. */
  truncated: boolean;
}

/** Bars, lines of one chart, and points at most: more cannot be told apart. */
const MOST_BARS = 30;
const MOST_LINES = 6;
const MOST_POINTS = 1000;
/** Rows that two numbers need to look like anything. */
const FEWEST_POINTS = 3;
const NO_LABEL = '(none)';

interface ChartColumn {
  name: string;
  role: ColumnRole;
  /** As the chart shows them. */
  values: readonly (string | number | null)[];
}

/**
 * The chart of a result, by rule from types and counts: a time and a number are a line (one for each value of a
 * category), a category and a number are bars, two numbers are points. Null where one would mislead: a result that is
 * cut, one row, labels or times that come twice, too many of them, ids, several numbers that may have several units.
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

/** Columns of lists and objects are not drawn. */
function shown(cell: Cell, role: ColumnRole, type: string): string | number | null {
  if (role === 'number') return numberOf(cell, type);
  if (cell === null) return role === 'category' ? NO_LABEL : null;
  return typeof cell === 'object' ? null : String(cell);
}

function line(time: ChartColumn, number: ChartColumn, category: ChartColumn | undefined): ChartSpec | null {
  const lines = new Set(category?.values ?? []);
  if (lines.size > MOST_LINES || time.values.includes(null) || number.values.includes(null)) return null;
  // ids beside them would tell equal ones apart, and the line would jump up and down
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

/** Times of one column are written alike: their order is that of their texts. */
function compare(left: string | number | null | undefined, right: string | number | null | undefined): number {
  return String(left) < String(right) ? -1 : 1;
}
