import { compare } from './checks.js';
import type { InstanceRow } from './instance.js';
import type { Shape } from './palette.js';
import type { ColumnModel, TableModel } from './table-model.js';
import { suits } from './value-fit.js';

export interface RowRules {
  table: TableModel;
  shape: Shape;
  filled: readonly InstanceRow[];
}

/** Repairs dependencies and orders in place; false if a swap broke another, or a column. */
export function repairRow(row: InstanceRow, { table, shape, filled }: RowRules): boolean {
  const dependencies = shape.breaks.has('dependency') ? [] : table.dependencies;
  const orders = shape.breaks.has('order') ? [] : table.orders;
  for (const { from, to } of dependencies) {
    const known = knownBy(row, from, filled);
    if (known !== undefined) row[to] = known[to] ?? null;
  }
  for (const { low, high } of orders) {
    if (!isBackwards(row, low, high)) continue;
    [row[low], row[high]] = [row[high] ?? null, row[low] ?? null];
    if (![low, high].every((place) => suits(row[place] ?? null, table.columns[place] as ColumnModel))) return false;
  }
  return (
    orders.every(({ low, high }) => !isBackwards(row, low, high)) &&
    dependencies.every(({ from, to }) => {
      const known = knownBy(row, from, filled);
      return known === undefined || known[to] === row[to];
    })
  );
}

function knownBy(row: InstanceRow, from: number, filled: readonly InstanceRow[]): InstanceRow | undefined {
  return row[from] === null ? undefined : filled.find((other) => other[from] === row[from]);
}

function isBackwards(row: InstanceRow, low: number, high: number): boolean {
  const [one = null, other = null] = [row[low], row[high]];
  return one !== null && other !== null && compare(one, other) > 0;
}

/** Whether required values are set, and no declared or observed key occurs twice. */
export function obeysKeys(row: InstanceRow, { table, shape, filled }: RowRules): boolean {
  const observed = shape.breaks.has('unique') ? [] : table.observedKeys;
  return (
    table.columns.every(({ nullable }, column) => nullable || row[column] !== null) &&
    [...table.keys, ...observed].every((key) => {
      if (key.some((column) => row[column] === null)) return true;
      return !filled.some((other) => key.every((column) => isAlike(other[column], row[column])));
    })
  );
}

/** Ignores case and trailing blanks, so that keys are unique under case-insensitive and padding collations. */
function isAlike(left: unknown, right: unknown): boolean {
  if (typeof left === 'string' && typeof right === 'string') {
    return left.trimEnd().toLowerCase() === right.trimEnd().toLowerCase();
  }
  return left === right;
}

export function obeysChecks(row: InstanceRow, { table }: RowRules): boolean {
  const valueOf = (name: string): InstanceRow[number] => {
    const place = table.columns.findIndex((column) => column.name.toLowerCase() === name);
    return row[place] ?? null;
  };
  return table.checks.every((check) => check.holds(valueOf));
}
