import type { Comparable } from './comparable.js';
import { rowKey } from '@assay/behaviour';

/** Many equal columns need more. */
const MOST_TRIES = 2000;

function equalInAnyColumnOrder(gold: Comparable, candidate: Comparable): boolean {
  if (gold.width !== candidate.width || gold.width < 2) return false;
  const [golden, given] = [distinctRows(gold), distinctRows(candidate)];
  if (golden.length !== given.length) return false;
  const wanted = columnKeys(golden, gold.width);
  const offered = columnKeys(given, gold.width);
  const choices = wanted.map((key) => offered.flatMap((other, index) => (other === key ? [index] : [])));
  const target = new Set(golden.map(rowKey));
  let tries = 0;
  const search = (order: number[]): boolean => {
    if (order.length === choices.length) {
      tries += 1;
      return given.every((row) => target.has(rowKey(order.map((column) => row[column] ?? ''))));
    }
    const free = (choices[order.length] ?? []).filter((column) => !order.includes(column));
    return free.some((column) => tries < MOST_TRIES && search([...order, column]));
  };
  return search([]);
}

function distinctRows({ cells, rows }: Comparable): string[][] {
  return [...new Map(rows.map((row, index) => [row, cells[index] ?? []])).values()];
}

function columnKeys(rows: readonly string[][], width: number): string[] {
  return Array.from({ length: width }, (_, column) => rowKey(rows.map((row) => row[column] ?? '').sort()));
}

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
