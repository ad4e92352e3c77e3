import { rowKey } from '@assay/behaviour';
import type { Comparable } from './comparable.js';

/** Many equal columns need more. */
const MOST_TRIES = 2000;

export function equalInAnyColumnOrder(gold: Comparable, candidate: Comparable): boolean {
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
