import type { Cell, ColumnProfile, TableProfile, ValuePattern } from '@assay/contracts';

export interface TableRows {
  columns: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const FREQUENT = 24;
const MOST_COLUMNS = 24;
/** Repetitions that exclude chance. */
const REPEATS = 10;
const MOST_NOT_NUMBERS = 5;
/** Share of numbers that makes others exceptions. */
const MOSTLY = 0.8;
const NUMBER = /^\s*[-+]?(\d+\.?\d*|\.\d+)\s*$/;
const YES_NO = /^(y|n|yes|no|t|f|true|false|0|1)$/i;

const PATTERNS: [ValuePattern, RegExp][] = [
  ['yes-no', YES_NO],
  ['integer', /^-?\d{1,15}$/],
  ['decimal', /^-?\d*\.?\d+$/],
  ['date', /^\d{4}-\d{2}-\d{2}$/],
  ['datetime', /^\d{4}-\d{2}-\d{2}[ T]\d{2}:\d{2}/],
  ['time', /^\d{2}:\d{2}(:\d{2})?$/],
  ['upper', /^(?=.*[A-Z])[^a-z]+$/],
  ['lower', /^(?=.*[a-z])[^A-Z]+$/],
];

export function columnProfile(name: string, cells: readonly Cell[]): ColumnProfile {
  const values = cells.filter((cell) => cell !== null);
  const counts = new Map<string, { value: Cell; count: number }>();
  for (const value of values) {
    const key = JSON.stringify(value);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { value, count: 1 });
    else known.count += 1;
  }
  const sorted = [...counts.values()].map(({ value }) => value).sort(compareCells);
  const byCount = [...counts.values()].sort((left, right) => right.count - left.count);
  return {
    name,
    nullShare: cells.length === 0 ? 0 : 1 - values.length / cells.length,
    distinct: counts.size,
    minimum: sorted[0] ?? null,
    maximum: sorted.at(-1) ?? null,
    frequent: byCount.slice(0, FREQUENT),
    pattern: patternOf(sorted),
    ...exceptions(sorted),
  };
}

function exceptions(values: readonly Cell[]): Pick<ColumnProfile, 'notNumbers'> {
  const texts = values.filter((value) => typeof value === 'string');
  const notNumbers = texts.filter((text) => !NUMBER.test(text));
  if (texts.length < values.length || notNumbers.length === 0) return {};
  if (notNumbers.length > texts.length * (1 - MOSTLY)) return {};
  return { notNumbers: notNumbers.slice(0, MOST_NOT_NUMBERS) };
}

export function regularitiesOf({ columns, rows }: TableRows): Pick<TableProfile, 'unique' | 'dependencies' | 'orders'> {
  const keys = columns
    .slice(0, MOST_COLUMNS)
    .map((_, column) => rows.map((row) => JSON.stringify(row[column] ?? null)));
  const distinct = keys.map((values) => new Set(values).size);
  const isUnique = distinct.map((count) => count === rows.length && rows.length > 0);
  const unique: string[][] = columns.filter((_, column) => isUnique[column]).map((name) => [name]);
  const dependencies: TableProfile['dependencies'] = [];
  const orders: TableProfile['orders'] = [];
  keys.forEach((left, one) => {
    keys.forEach((right, other) => {
      if (one === other) return;
      const [from = '', to = ''] = [columns[one], columns[other]];
      if (isOrder(rows, one, other)) orders.push({ low: from, high: to });
      if (isUnique[one] || isUnique[other]) return;
      const pairs = new Set(left.map((value, row) => `${value}\n${right[row]}`)).size;
      if (one < other && pairs === rows.length) unique.push([from, to]);
      const repeats = rows.length - (distinct[one] ?? 0);
      const decides = pairs === distinct[one] && repeats >= REPEATS && (distinct[one] ?? 0) > 1;
      if (decides && (distinct[other] ?? 0) > 1) dependencies.push({ from, to });
    });
  });
  return { unique, dependencies, orders };
}

/** In at least 20 rows with both values, low ≤ high always and < in half or more. */
function isOrder(rows: TableRows['rows'], low: number, high: number): boolean {
  let [both, less] = [0, 0];
  for (const row of rows) {
    const [left = null, right = null] = [row[low], row[high]];
    if (left === null || right === null) continue;
    if (!isComparable(left, right) || compareCells(left, right) > 0) return false;
    both += 1;
    if (compareCells(left, right) < 0) less += 1;
  }
  return both >= REPEATS * 2 && less * 2 >= both;
}

function isComparable(left: Cell, right: Cell): boolean {
  if (typeof left === 'number') return typeof right === 'number';
  const isDate = (cell: Cell): boolean => typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell);
  return isDate(left) && isDate(right);
}

function patternOf(values: readonly Cell[]): ValuePattern | null {
  const texts = values.filter((value) => typeof value === 'string');
  if (texts.length === 0 || texts.length < values.length) return null;
  return PATTERNS.find(([, pattern]) => texts.every((text) => pattern.test(text)))?.[0] ?? null;
}

function compareCells(left: Cell, right: Cell): number {
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [one, other] = [left, right].map((cell) => (typeof cell === 'string' ? cell : JSON.stringify(cell))) as [
    string,
    string,
  ];
  return one < other ? -1 : Number(one > other);
}
