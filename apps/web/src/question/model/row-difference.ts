import type { Cell, WitnessRecord } from '@assay/contracts';

type Result = WitnessRecord['resultA'];

/** Respects duplicates. */
export function rowsOnlyIn(one: Result, other: Result): Set<number> {
  const left = new Map<string, number>();
  for (const row of other.rows) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1);
  const only = new Set<number>();
  one.rows.forEach((row, index) => {
    const count = left.get(keyOf(row)) ?? 0;
    if (count === 0) only.add(index);
    else left.set(keyOf(row), count - 1);
  });
  return only;
}

export function describeDifference(a: Result, b: Result): string {
  if ((a.error === null) !== (b.error === null)) return 'One of them ends in an error.';
  if (a.columns.length !== b.columns.length) {
    return `One returns ${columnsOf(a)}, the other ${columnsOf(b)}.`;
  }
  const [onlyA, onlyB] = [rowsOnlyIn(a, b).size, rowsOnlyIn(b, a).size];
  if (onlyA === 0 && onlyB === 0) return 'They return the same rows in another order.';
  if (a.rows.length !== b.rows.length) return `One returns ${rowsOf(a)}, the other ${rowsOf(b)}.`;
  return 'They return as many rows, but not the same.';
}

function columnsOf({ columns: { length } }: Result): string {
  return `${length} ${length === 1 ? 'column' : 'columns'}`;
}

function rowsOf({ rows: { length } }: Result): string {
  if (length === 0) return 'no row';
  return `${length} ${length === 1 ? 'row' : 'rows'}`;
}

function keyOf(row: Cell[]): string {
  return JSON.stringify(row);
}
