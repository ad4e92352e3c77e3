import { swappedColumns } from '@assay/decision';
import type { ExaminedCluster, ExaminedQuestion } from '../pool/examined-question.js';
import { readWording } from './question-wording.js';
import { clusterEvidence, type SystemSkill } from './system-skill.js';

/** 0 is neutral. */
export const CLUSTER_SIGNALS = [
  'votes',
  'skill',
  'empty',
  'nothing',
  'emptyColumn',
  'duplicates',
  'manyForOneNumber',
  'manyForOne',
  'swappedColumns',
  'otherColumnOrder',
  'sameWidth',
  'sameHeight',
] as const;

/** Improve held-out databases (`bench/signals`). */
export const KEPT_SIGNALS: readonly ClusterSignal[] = ['votes', 'swappedColumns', 'skill', 'otherColumnOrder', 'empty'];

export type ClusterSignal = (typeof CLUSTER_SIGNALS)[number];
export type ClusterSignals = Record<ClusterSignal, number>;

export function clusterSignals(examined: ExaminedQuestion, skill: SystemSkill): ClusterSignals[] {
  const { clusters, question } = examined;
  const evidence = clusterEvidence(examined, skill);
  const total = clusters.reduce((sum, { systems }) => sum + systems.length, 0);
  const wording = readWording(question);
  const shareWhere = (holds: (other: ExaminedCluster) => boolean): number =>
    clusters.filter(holds).reduce((sum, { systems }) => sum + systems.length, 0) / total;
  return clusters.map((cluster, index) => {
    const { facts, systems } = cluster;
    return {
      votes: Math.log(systems.length / total),
      // Scaled to the size of the other signals.
      skill: (evidence[index] ?? 0) / 10,
      empty: Number(facts.rowCount === 0),
      nothing: Number(facts.isNothing),
      emptyColumn: Number(facts.hasEmptyColumn),
      duplicates: Number(facts.hasDuplicates),
      manyForOneNumber: Number(wording.asksForOneNumber && facts.rowCount !== 1),
      manyForOne: Number(wording.asksForOneRow && facts.rowCount > 1),
      swappedColumns: Number(swappedColumns(question, facts.columns) > 0),
      otherColumnOrder: shareWhere(
        (other) => other !== cluster && facts.rowCount > 0 && other.facts.contentKey === facts.contentKey,
      ),
      sameWidth: shareWhere((other) => other.facts.columns.length === facts.columns.length),
      sameHeight: shareWhere((other) => other.facts.rowCount === facts.rowCount),
    };
  });
}
