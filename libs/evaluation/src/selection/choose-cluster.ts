import type { ExaminedCluster, ExaminedQuestion } from '../pool/examined-question.js';
import { clusterSignals, type ClusterSignal } from './cluster-signals.js';
import type { ClusterWeights } from './fit-clusters.js';
import type { SystemSkill } from './system-skill.js';

/** Ties go to the first. */
export function chooseCluster(
  examined: ExaminedQuestion,
  skill: SystemSkill,
  weights: ClusterWeights,
): ExaminedCluster | null {
  const scores = clusterSignals(examined, skill).map((signals) =>
    (Object.keys(weights) as ClusterSignal[]).reduce((sum, name) => sum + (weights[name] ?? 0) * signals[name], 0),
  );
  const best = Math.max(...scores);
  return examined.clusters[scores.indexOf(best)] ?? null;
}
