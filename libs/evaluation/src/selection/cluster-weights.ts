import type { ClusterWeights } from './fit-clusters.js';

/**
 * 30 systems on spider-dev, nine databases: `npm run bench signals -- <out of assay eval spider-dev --candidates …
 * --judge none>`.
 */
export const CLUSTER_WEIGHTS: ClusterWeights = {
  votes: 1.199,
  swappedColumns: -1.383,
  skill: 0.089,
  otherColumnOrder: 2.228,
  empty: -0.876,
};
