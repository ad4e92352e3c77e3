import type { AttemptRecord, Id } from '@assay/contracts';

type Comparison = AttemptRecord['comparisons'][number];

/** Two candidates that were compared, once in each order. */
export interface Pair {
  a: Id;
  b: Id;
  orders: Comparison[];
  /** Whom both orders prefer; null where they do not agree, or see a tie. */
  agreed: Id | null;
  /** 0–1. */
  meanConfidence: number;
}

/** The comparisons by their pair, in order of their first appearance. */
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
