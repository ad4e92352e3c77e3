import type { ExaminedCluster } from '../pool/examined-question.js';

/** Ties go to the first. */
export function voteOf(clusters: readonly ExaminedCluster[]): ExaminedCluster | null {
  const most = Math.max(0, ...clusters.map(({ systems }) => systems.length));
  return clusters.find(({ systems }) => systems.length === most) ?? null;
}

/** Share of the candidates with a result, 0–1. */
export function shareOf(cluster: ExaminedCluster, clusters: readonly ExaminedCluster[]): number {
  const votes = clusters.reduce((sum, { systems }) => sum + systems.length, 0);
  return cluster.systems.length / votes;
}
