import type { Comparable } from './comparable.js';
import { equalInAnyColumnOrder } from './column-order.js';

/** Three answers to "is it right?", each stricter or freer than the others in one way. */
export interface Match {
  /** Execution accuracy as BIRD defines it: the set of rows equals the gold's, column order mattering. */
  ex: boolean;
  /** The same, with the columns in any order. */
  anyColumnOrder: boolean;
  /** The same rows the same number of times, and in the gold's order where the gold orders. */
  exact: boolean;
}

export const NO_MATCH: Match = { ex: false, anyColumnOrder: false, exact: false };

/** The gold's result, and how it orders its rows. */
export interface GoldResult {
  result: Comparable;
  /**
   * The group of rows that each row ties with in the gold's order, ascending (`[0, 0, 1]`: the first two rows may
   * change places); null where the gold does not order.
   */
  ties: number[] | null;
}

/** Compares a candidate's result with the gold's. */
export function compareResults(gold: GoldResult, candidate: Comparable): Match {
  if (gold.result.truncated || candidate.truncated) return NO_MATCH;
  const ex = gold.result.set === candidate.set;
  return {
    ex,
    anyColumnOrder: ex || equalInAnyColumnOrder(gold.result, candidate),
    exact: ex && isExact(gold, candidate),
  };
}

function isExact({ result, ties }: GoldResult, candidate: Comparable): boolean {
  if (result.rows.length !== candidate.rows.length) return false;
  const groups = ties ?? result.rows.map(() => 0);
  const placed = (rows: readonly string[]): string[] => rows.map((row, index) => `${groups[index]} ${row}`).sort();
  const theirs = placed(candidate.rows);
  return placed(result.rows).every((row, index) => row === theirs[index]);
}
