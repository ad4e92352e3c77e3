import { rowKey } from '@assay/behaviour';
import type { Comparable } from '../comparison/comparable.js';

export interface SuiteResult extends Comparable {
  columnKeys: readonly string[];
}

/** Orders tried; more exist only with many equal columns, and may count as different. */
const MOST_ORDERS = 120;

/** Right if the rows equal the gold's on all databases in one column order, sorted as the gold if it sorts. */
export class SuiteMatch {
  /** So far; null: all. */
  private orders: number[][] | null = null;
  private fitsSoFar = true;

  get isRight(): boolean {
    return this.fitsSoFar;
  }

  /** @param candidate null if failed */
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
