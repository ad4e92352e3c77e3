import type { Comparable } from './comparable.js';
import { equalInAnyColumnOrder } from './column-order.js';

export interface Match {
  /** BIRD's execution accuracy: equal sets of rows, in the same column order. */
  ex: boolean;
  anyColumnOrder: boolean;
  /** The same rows as often, in the gold's order, if any. */
  exact: boolean;
}

export const NO_MATCH: Match = { ex: false, anyColumnOrder: false, exact: false };

export interface GoldResult {
  result: Comparable;
  /** Group number per row (`[0, 0, 1]`: the first two may swap); null without order. */
  ties: number[] | null;
}

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
