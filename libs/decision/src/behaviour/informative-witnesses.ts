import type { Cell, WitnessRecord } from '@assay/contracts';

type Shown = Pick<WitnessRecord, 'tables' | 'resultA' | 'resultB'>;
type Result = WitnessRecord['resultA'];

/**
 * Each database and result pair once, without pairs that are empty or differ only in column order, and without empty
 * tables if possible.
 */
export function informativeWitnesses<Witness extends Shown>(witnesses: readonly Witness[]): Witness[] {
  const distinct = new Map(witnesses.filter(isInformative).map((witness) => [keyOf(witness), witness]));
  const all = [...distinct.values()];
  const filled = all.filter(({ tables }) => Object.values(tables).some(({ rows }) => rows.length > 0));
  return filled.length > 0 ? filled : all;
}

/** Ignores which SQL returned which result. */
function keyOf({ tables, resultA, resultB }: Shown): string {
  return JSON.stringify([tables, [keyOfResult(resultA), keyOfResult(resultB)].sort()]);
}

/** Without column names, which are the author's choice. */
function keyOfResult({ rows, error }: Result): string {
  return JSON.stringify([rows, error]);
}

function isInformative({ resultA, resultB }: Shown): boolean {
  if (resultA.error !== null || resultB.error !== null) return true;
  if (resultA.rows.length === 0 && resultB.rows.length === 0) return false;
  return !differInColumnOrder(resultA.rows, resultB.rows);
}

/** Ignores row order. */
function differInColumnOrder(one: readonly Cell[][], other: readonly Cell[][]): boolean {
  const [mine, theirs] = [one, other].map(columnsOf);
  const isSame = JSON.stringify(mine) === JSON.stringify(theirs);
  return !isSame && JSON.stringify(mine?.toSorted()) === JSON.stringify(theirs?.toSorted());
}

/** Each column as text, with rows sorted independently of column order. */
function columnsOf(rows: readonly Cell[][]): string[] {
  const keyed = rows.map((row) => ({ row, key: JSON.stringify(row.map((cell) => JSON.stringify(cell)).sort()) }));
  const sorted = keyed.sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0));
  const [first] = rows;
  return (first ?? []).map((_, column) => JSON.stringify(sorted.map(({ row }) => row[column] ?? null)));
}
