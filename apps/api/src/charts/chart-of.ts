import {
  withMeasure,
  type Cell,
  type ChartMark,
  type ChartSpec,
  type ResultColumn,
  type RowsPage,
} from '@assay/contracts';
import { drawnTime, numberOf, roleOf, type ColumnRole } from './column-role.js';

export interface ChartedResult {
  columns: readonly ResultColumn[];
  rows: readonly (readonly Cell[])[];
  truncated: boolean;
}

const MOST_BARS = 30;
const MOST_LINES = 6;
const MOST_POINTS = 1000;
const FEWEST_POINTS = 3;
const NO_LABEL = '(none)';

interface ChartColumn {
  name: string;
  role: ColumnRole;
  values: readonly (string | number | null)[];
}

/** @returns the reason where a chart would mislead */
export function chartOf({ columns, rows, truncated }: ChartedResult): ChartSpec | string {
  if (truncated) return `there are more than ${rows.length} rows`;
  if (rows.length < 2) return 'there are fewer than two rows';
  const drawn = columns.map((column, index) => chartColumn(column, rows, index)).filter(({ role }) => role !== 'id');
  const other = drawn.find(({ role }) => role === 'other');
  if (other !== undefined) return `${other.name} has no values, long texts or nested ones`;
  const of = (role: ColumnRole): ChartColumn[] => drawn.filter((column) => column.role === role);
  const [times, categories, numbers] = [of('time'), of('category'), of('number')];
  const [time, category, number, second] = [times[0], categories[0], numbers[0], numbers[1]];
  if (number === undefined) return 'no column holds numbers';
  if (times.length > 1) return `${named(times)} are all times`;
  if (categories.length > (time === undefined ? 2 : 1)) return `${named(categories)} are too many categories`;
  if (second !== undefined && (time ?? category) !== undefined) return `${named(numbers)} may have different units`;
  if (time !== undefined) return line(time, number, category);
  if (category !== undefined) return bars(category, number, categories[1]);
  if (second === undefined || numbers.length > 2) return 'a chart compares one number, or two, by something';
  return points(number, second);
}

/** As `chartOf`; rows that have no chart are drawn with the measure that ranks them. */
export function chartOfPage(page: RowsPage): ChartSpec | string {
  const plain = chartOf(page);
  return typeof plain === 'string' && page.measure ? chartOf({ ...page, ...withMeasure(page) }) : plain;
}

function named(columns: readonly ChartColumn[]): string {
  return columns.map(({ name }) => name).join(' and ');
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
  if (typeof cell === 'object') return null;
  return role === 'time' ? drawnTime(cell) : String(cell);
}

function line(time: ChartColumn, number: ChartColumn, category: ChartColumn | undefined): ChartSpec | string {
  const lines = new Set(category?.values ?? []);
  if (lines.size > MOST_LINES) return `${category?.name} has more than ${MOST_LINES} values`;
  const withHoles = [time, number].find(({ values }) => values.includes(null));
  if (withHoles !== undefined) return `${withHoles.name} lacks values`;
  // duplicate times would make the line jump
  if (!areDistinct(time.values.map((at, index) => `${category?.values[index] ?? ''}\0${at}`))) return repeats(time);
  if (new Set(time.values).size < 2) return `${time.name} has one value only`;
  const order = time.values.map((_at, index) => index).sort((a, b) => compare(time.values[a], time.values[b]));
  const columns = category === undefined ? [time, number] : [time, number, category];
  const x = { field: 'c0', type: 'temporal', title: time.name, scale: { type: 'utc' } } as const;
  return spec('line', columns, order, { x, y: quantity('c1', number), ...colored(category) });
}

function bars(first: ChartColumn, number: ChartColumn, second: ChartColumn | undefined): ChartSpec | string {
  const [category, series] = second !== undefined && sizeOf(second) > sizeOf(first) ? [second, first] : [first, second];
  const { values } = category;
  if (sizeOf(category) > MOST_BARS) return `${category.name} has more than ${MOST_BARS} values`;
  if (values.length > 2 * MOST_BARS) return `there are more than ${2 * MOST_BARS} bars`;
  if (series !== undefined && sizeOf(series) > MOST_LINES) return `${series.name} has more than ${MOST_LINES} values`;
  if (!areDistinct(values.map((value, index) => `${series?.values[index] ?? ''}\0${value}`))) return repeats(category);
  if (number.values.includes(null)) return `${number.name} lacks values`;
  const y = { field: 'c0', type: 'nominal', title: category.name, sort: null } as const;
  const order = values.map((_value, index) => index);
  const columns = series === undefined ? [category, number] : [category, number, series];
  return spec('bar', columns, order, { x: quantity('c1', number), y, ...colored(series) });
}

function points(first: ChartColumn, second: ChartColumn): ChartSpec | string {
  const complete = first.values
    .map((_value, index) => index)
    .filter((index) => first.values[index] !== null && second.values[index] !== null);
  if (complete.length < FEWEST_POINTS || complete.length > MOST_POINTS) {
    return `${complete.length} points are too ${complete.length > MOST_POINTS ? 'many' : 'few'}`;
  }
  const constant = [first, second].find(({ values }) => new Set(complete.map((index) => values[index])).size < 2);
  if (constant !== undefined) return `${constant.name} has one value only`;
  return spec('point', [first, second], complete, { x: quantity('c0', first), y: quantity('c1', second) });
}

function sizeOf({ values }: ChartColumn): number {
  return new Set(values).size;
}

function repeats({ name }: ChartColumn): string {
  return `values of ${name} come more than once`;
}

function colored(column: ChartColumn | undefined): Pick<ChartSpec['encoding'], 'color'> {
  return column === undefined ? {} : { color: { field: 'c2', type: 'nominal', title: column.name, sort: null } };
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

/** By instant: offsets may differ. */
function compare(left: string | number | null | undefined, right: string | number | null | undefined): number {
  return Date.parse(String(left)) - Date.parse(String(right));
}
