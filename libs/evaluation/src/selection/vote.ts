import type { ExaminedCluster } from '../pool/examined-question.js';

/**
 * The vote: the result that most candidates returned; of equally many, the one that was brought up first.
 *
 * @returns null where no candidate returned anything
 */
export function voteOf(clusters: readonly ExaminedCluster[]): ExaminedCluster | null {
  const most = Math.max(0, ...clusters.map(({ systems }) => systems.length));
  return clusters.find(({ systems }) => systems.length === most) ?? null;
}

/** The share of the candidates that returned anything that returned this, 0–1. */
export function shareOf(cluster: ExaminedCluster, clusters: readonly ExaminedCluster[]): number {
  const votes = clusters.reduce((sum, { systems }) => sum + systems.length, 0);
  return cluster.systems.length / votes;
}
