import type { Cell, WitnessView } from '@assay/contracts';

/**
 * Whether one open point can explain the results of a witness: rows that are more, fewer or repeated on one side only,
 * or one column with other values. Other columns, rows of their own on both sides, and errors are more than that.
 */
export function mayBeOnePoint({ resultA, resultB }: Pick<WitnessView, 'resultA' | 'resultB'>): boolean {
  if (resultA.error !== null || resultB.error !== null) return false;
  if (resultA.columns.length !== resultB.columns.length) return false;
  const [one, other] = [resultA.rows, resultB.rows];
  const [mine, theirs] = [new Set(one.map(keyOf)), new Set(other.map(keyOf))];
  if (mine.isSubsetOf(theirs) || theirs.isSubsetOf(mine)) return true;
  return resultA.columns.some((_, column) => sameWithout(column, one, other));
}

function sameWithout(column: number, one: readonly Cell[][], other: readonly Cell[][]): boolean {
  const [mine, theirs] = [one, other].map((rows) => rows.map((row) => keyOf(row.toSpliced(column, 1))).sort());
  return keyOf(mine) === keyOf(theirs);
}

function keyOf(value: unknown): string {
  return JSON.stringify(value);
}
