import type { Answer } from './answer.js';

/** More occur only with many identical columns. */
const MOST_ORDERS = 60;

/**
 * Whether one column permutation makes all pairs equal.
 * @param ordered row order counts, per pair
 */
export function sameInSomeColumnOrder(pairs: readonly { one: Answer; other: Answer; ordered: boolean }[]): boolean {
  if (pairs.every(({ one, other, ordered }) => sameByPosition(one, other, ordered))) return true;
  const width = pairs.find(({ one }) => one.width > 0)?.one.width ?? 0;
  const sameShape = ({ one, other }: { one: Answer; other: Answer }): boolean =>
    one.width === other.width && one.rows.length === other.rows.length;
  if (width < 2 || !pairs.every(sameShape)) return false;
  const wide = pairs.filter(({ one }) => one.width > 0);
  let orders: number[][] = [[]];
  for (let wanted = 0; wanted < width; wanted += 1) {
    const fitting = Array.from({ length: width }, (_, column) => column).filter((column) =>
      wide.every(({ one, other }) => one.columnKeys[wanted] === other.columnKeys[column]),
    );
    orders = orders
      .flatMap((order) => fitting.filter((column) => !order.includes(column)).map((column) => [...order, column]))
      .slice(0, MOST_ORDERS);
  }
  return orders.some((order) => wide.every(({ one, other, ordered }) => sameReordered(one, other, order, ordered)));
}

function sameByPosition(one: Answer, other: Answer, ordered: boolean): boolean {
  return ordered ? one.sequence === other.sequence : one.bag === other.bag;
}

function sameReordered(one: Answer, other: Answer, order: readonly number[], ordered: boolean): boolean {
  const rows = other.reordered(order);
  const [left, right] = ordered ? [one.rows, rows] : [[...one.rows].sort(), rows.sort()];
  return left.every((row, index) => row === right[index]);
}
