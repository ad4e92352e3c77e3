import type { Id } from '@assay/contracts';
import type { Candidate } from '../candidates.js';
import { seededRandom } from '../seeded-random.js';

/** The most finalists that are compared: all pairs in both orders are then 12 calls. */
export const MAX_FINALISTS = 4;

/** One distinct result among the candidates that passed, represented by its simplest SQL. */
export interface Finalist {
  candidate: Id;
  /** Valid candidates of the attempt that returned this result, duplicates and failed ones included: the votes. */
  clusterSize: number;
  complexity: number;
  /** The seeded coin: lower wins where all else is equal. */
  coin: number;
}

/** Seed and name of the draw that settles last ties. */
export interface CoinSource {
  seed: number;
  attempt: number;
}

/**
 * One finalist per distinct result, in the order of the vote: larger cluster, then simpler SQL, then the coin.
 *
 * @param passers the candidates that may win
 * @param all every candidate of the attempt; the valid ones vote
 */
export function finalistsOf(passers: readonly Candidate[], all: readonly Candidate[], source: CoinSource): Finalist[] {
  const sizes = clusterSizes(all);
  const perCluster = new Map<string, Finalist[]>();
  for (const passer of passers) {
    const cluster = clusterOf(passer);
    const finalist: Finalist = {
      candidate: passer.id,
      clusterSize: sizes.get(cluster) ?? 1,
      complexity: passer.complexity,
      coin: coinOf(passer, source),
    };
    perCluster.set(cluster, [...(perCluster.get(cluster) ?? []), finalist]);
  }
  return [...perCluster.values()].flatMap((members) => members.sort(byVote).slice(0, 1)).sort(byVote);
}

/** How many valid candidates returned each result, duplicates included. */
export function clusterSizes(all: readonly Candidate[]): Map<string, number> {
  const sizes = new Map<string, number>();
  for (const candidate of all.filter(({ valid }) => valid)) {
    const cluster = clusterOf(candidate);
    sizes.set(cluster, (sizes.get(cluster) ?? 0) + 1);
  }
  return sizes;
}

/** The result's fingerprint; a candidate without one is a result of its own, shared with its duplicates alone. */
export function clusterOf(candidate: Pick<Candidate, 'cluster' | 'duplicateOf' | 'id'>): string {
  return candidate.cluster ?? `alone:${candidate.duplicateOf ?? candidate.id}`;
}

/** Larger cluster, then simpler SQL, then the coin. */
export function byVote(left: Finalist, right: Finalist): number {
  return right.clusterSize - left.clusterSize || left.complexity - right.complexity || left.coin - right.coin;
}

/** Drawn by ordinal, not by id: ids differ when a question is replayed, ordinals do not. */
export function coinOf(candidate: Pick<Candidate, 'ordinal'>, { seed, attempt }: CoinSource): number {
  return seededRandom(seed, 'coin', attempt, candidate.ordinal)();
}
