import { swappedColumns } from '@assay/decision';
import type { ExaminedCluster, ExaminedQuestion } from '../pool/examined-question.js';
import { clusterEvidence, type SystemSkill } from './system-skill.js';

/** Each improves the choice on held-out databases (`bench/signals`); 0 is neutral. */
export const CLUSTER_SIGNALS = ['votes', 'swappedColumns', 'skill', 'otherColumnOrder', 'empty'] as const;

export type ClusterSignal = (typeof CLUSTER_SIGNALS)[number];
export type ClusterSignals = Record<ClusterSignal, number>;

export function clusterSignals(examined: ExaminedQuestion, skill: SystemSkill): ClusterSignals[] {
  const { clusters, question } = examined;
  const evidence = clusterEvidence(examined, skill);
  const sizeOf = (some: readonly ExaminedCluster[]): number =>
    some.reduce((sum, { systems }) => sum + systems.length, 0);
  const total = sizeOf(clusters);
  return clusters.map((cluster, index) => {
    const { facts, systems } = cluster;
    const reordered = clusters.filter(
      (other) => other !== cluster && facts.rowCount > 0 && other.facts.contentKey === facts.contentKey,
    );
    return {
      votes: Math.log(systems.length / total),
      swappedColumns: Number(swappedColumns(question, facts.columns) > 0),
      // Scaled to the size of the other signals.
      skill: (evidence[index] ?? 0) / 10,
      otherColumnOrder: sizeOf(reordered) / total,
      empty: Number(facts.rowCount === 0),
    };
  });
}
