import { rowKey } from '@assay/behaviour';
import type { Comparable } from '../comparison/comparable.js';

/** A result with what an order of its columns does not change: the values of each column, in no order. */
export interface SuiteResult extends Comparable {
  columnKeys: readonly string[];
}

/** Orders of columns that are followed: more fit only where many columns hold the same values throughout. */
const MOST_ORDERS = 120;

/**
 * Whether a text returns what the gold returns on every database that it was compared on: each row as often, in the
 * gold's order where the gold orders, with its columns in one order throughout.
 */
export class SuiteMatch {
  /** Orders of columns under which all was equal so far; null while any order is. */
  private orders: number[][] | null = null;
  private fitsSoFar = true;

  get isRight(): boolean {
    return this.fitsSoFar;
  }

  /** Compares on one more database; null stands for a text that failed there. */
  add(gold: SuiteResult, candidate: SuiteResult | null, ordered: boolean): void {
    if (!this.fitsSoFar) return;
    this.fitsSoFar = candidate !== null && this.fits(gold, candidate, ordered);
  }

  private fits(gold: SuiteResult, candidate: SuiteResult, ordered: boolean): boolean {
    if (gold.truncated || candidate.truncated) return false;
    if (gold.width !== candidate.width || gold.rows.length !== candidate.rows.length) return false;
    if (gold.rows.length === 0) return true;
    const orders = this.orders ?? columnOrders(gold, candidate);
    const wanted = ordered ? gold.rows : [...gold.rows].sort();
    this.orders = orders.filter((order) => {
      const rows = candidate.cells.map((row) => rowKey(order.map((column) => row[column] ?? '')));
      if (!ordered) rows.sort();
      return rows.every((row, index) => row === wanted[index]);
    });
    return this.orders.length > 0;
  }
}

export function suiteResult(result: Comparable): SuiteResult {
  const { cells, width } = result;
  const columnKeys = Array.from({ length: width }, (_, column) => rowKey(cells.map((row) => row[column] ?? '').sort()));
  return { ...result, columnKeys };
}

/** Orders of the candidate's columns that put each where the gold has a column of the same values. */
function columnOrders(gold: SuiteResult, candidate: SuiteResult): number[][] {
  let orders: number[][] = [[]];
  for (const wanted of gold.columnKeys) {
    const fitting = candidate.columnKeys.flatMap((key, column) => (key === wanted ? [column] : []));
    orders = orders
      .flatMap((order) => fitting.filter((column) => !order.includes(column)).map((column) => [...order, column]))
      .slice(0, MOST_ORDERS);
  }
  return orders;
}
