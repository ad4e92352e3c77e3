import type { AttemptRecord, Id } from '@assay/contracts';
import { formatPercent } from './quantities.js';

type Comparison = AttemptRecord['comparisons'][number];

/** Two candidates, compared in both orders. */
export interface Pair {
  a: Id;
  b: Id;
  orders: Comparison[];
  /** Winner in both orders; null if they disagree or there is a tie. */
  agreed: Id | null;
  /** 0–1. */
  meanConfidence: number;
}

export function pairsOf(comparisons: readonly Comparison[]): Pair[] {
  const byPair = Map.groupBy(comparisons, ({ a, b }) => [a, b].sort().join(' '));
  return [...byPair.values()].flatMap((orders) => {
    const [first] = orders;
    if (first === undefined) return [];
    const agree = orders.every(({ winner }) => winner === first.winner);
    const meanConfidence = orders.reduce((sum, { confidence }) => sum + confidence, 0) / orders.length;
    return [{ a: first.a, b: first.b, orders, agreed: agree ? first.winner : null, meanConfidence }];
  });
}

/** @param threshold mean confidence for a win, 0–1 */
export function describePair(
  { orders, agreed, meanConfidence }: Pair,
  nameOf: (candidate: Id) => string,
  threshold: number,
): string {
  if (orders.length < 2) return 'one order only';
  if (agreed === null) return 'a tie: the orders do not agree';
  if (meanConfidence < threshold) return `a tie: ${formatPercent(meanConfidence * 100)} is not sure enough`;
  return `${nameOf(agreed)} is better`;
}
