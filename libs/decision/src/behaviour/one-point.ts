import type { Cell, WitnessView } from '@assay/contracts';

/** One result has all rows of the other and more, or they differ in one column. */
export function mayBeOnePoint({ resultA, resultB }: Pick<WitnessView, 'resultA' | 'resultB'>): boolean {
  if (resultA.error !== null || resultB.error !== null) return false;
  if (resultA.columns.length !== resultB.columns.length) return false;
  const [one, other] = [resultA.rows, resultB.rows];
  if (isWithin(one, other) || isWithin(other, one)) return true;
  return resultA.columns.some((_, column) => sameWithout(column, one, other));
}

/** With repeated rows counted. */
function isWithin(part: readonly Cell[][], whole: readonly Cell[][]): boolean {
  const left = Map.groupBy(whole.map(keyOf), (key) => key);
  return part.every((row) => left.get(keyOf(row))?.pop() !== undefined);
}

function sameWithout(column: number, one: readonly Cell[][], other: readonly Cell[][]): boolean {
  const [mine, theirs] = [one, other].map((rows) => rows.map((row) => keyOf(row.toSpliced(column, 1))).sort());
  return keyOf(mine) === keyOf(theirs);
}

function keyOf(value: unknown): string {
  return JSON.stringify(value);
}
