import { compare } from './checks.js';
import type { InstanceRow } from './instance.js';
import type { Shape } from './palette.js';
import type { TableModel } from './table-model.js';

/** What a new row of a table has to agree with. */
export interface RowRules {
  table: TableModel;
  shape: Shape;
  filled: readonly InstanceRow[];
}

/** Puts right what observed regularities ask for: dependencies take the value that is there, orders change places. */
export function straighten(row: InstanceRow, { table, shape, filled }: RowRules): void {
  if (!shape.breaks.has('dependency')) {
    for (const { from, to } of table.dependencies) {
      const known = filled.find((other) => other[from] === row[from] && row[from] !== null);
      if (known !== undefined) row[to] = known[to] ?? null;
    }
  }
  if (shape.breaks.has('order')) return;
  for (const { low, high } of table.orders) {
    const [one = null, other = null] = [row[low], row[high]];
    if (one === null || other === null || compare(one, other) <= 0) continue;
    [row[low], row[high]] = [other, one];
  }
}

/** Whether no key of the table has the row's values already, and the primary key has all of them. */
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

/** Equal under the most forgiving collation: what collides nowhere is unique everywhere. */
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
