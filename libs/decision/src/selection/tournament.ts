import type { Id } from '@assay/contracts';

/** `first` was shown as A. */
export interface Comparison {
  first: Id;
  second: Id;
  /** Null is a tie. */
  winner: Id | null;
  /** 0–1. */
  confidence: number;
}

export interface PairVerdict {
  left: Id;
  right: Id;
  /** Null is a tie: disagreement, low confidence or a missing order. */
  winner: Id | null;
  /** Mean over answered orders; 0 without any. */
  confidence: number;
}

export interface Tournament {
  pairs: PairVerdict[];
  /** Confident wins by finalist. */
  wins: Map<Id, number>;
  /** Undecided leaders: highest scores and those in a cycle with them. One is a winner. */
  leaders: Id[];
}

/** Counts confident wins: both orders answered, same winner, mean confidence at the threshold. */
export function playTournament(
  finalists: readonly Id[],
  comparisons: readonly Comparison[],
  minimumConfidence: number,
): Tournament {
  const pairs = finalists.flatMap((left, index) =>
    finalists.slice(index + 1).map((right) => judgePair(left, right, comparisons, minimumConfidence)),
  );
  const wins = new Map(
    finalists.map((finalist) => [finalist, pairs.filter((pair) => pair.winner === finalist).length]),
  );
  return { pairs, wins, leaders: leadersOf(finalists, pairs, wins) };
}

function judgePair(left: Id, right: Id, comparisons: readonly Comparison[], minimumConfidence: number): PairVerdict {
  const forth = comparisons.find(({ first, second }) => first === left && second === right);
  const back = comparisons.find(({ first, second }) => first === right && second === left);
  const answered = [forth, back].filter((comparison) => comparison !== undefined);
  const confidence =
    answered.reduce((sum, comparison) => sum + comparison.confidence, 0) / Math.max(1, answered.length);
  const agreed = forth !== undefined && back !== undefined && forth.winner === back.winner;
  const winner = agreed && confidence >= minimumConfidence ? forth.winner : null;
  return { left, right, winner, confidence };
}

function leadersOf(finalists: readonly Id[], pairs: readonly PairVerdict[], wins: ReadonlyMap<Id, number>): Id[] {
  const highest = Math.max(0, ...wins.values());
  const top = finalists.filter((finalist) => wins.get(finalist) === highest);
  const reaches = beatingPaths(finalists, pairs);
  return finalists.filter(
    (finalist) =>
      top.includes(finalist) || top.some((leader) => reaches(leader, finalist) && reaches(finalist, leader)),
  );
}

function beatingPaths(finalists: readonly Id[], pairs: readonly PairVerdict[]): (from: Id, to: Id) => boolean {
  const beats = new Map(finalists.map((finalist) => [finalist, new Set<Id>()]));
  for (const { left, right, winner } of pairs) {
    if (winner !== null) beats.get(winner)?.add(winner === left ? right : left);
  }
  for (const through of finalists) {
    for (const from of finalists) {
      if (beats.get(from)?.has(through) !== true) continue;
      for (const to of beats.get(through) ?? []) beats.get(from)?.add(to);
    }
  }
  return (from, to) => beats.get(from)?.has(to) === true;
}
