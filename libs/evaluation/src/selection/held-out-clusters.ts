import type { ExaminedCluster, ExaminedQuestion } from '../pool/examined-question.js';
import { chooseCluster } from './choose-cluster.js';
import type { ClusterSignal } from './cluster-signals.js';
import { fitClusters } from './fit-clusters.js';
import { systemSkill } from './system-skill.js';

/**
 * The choice for every question, each database's by weights that were fitted, and skills that were estimated, on the
 * other databases alone.
 */
export function chooseHeldOut(
  questions: readonly ExaminedQuestion[],
  signals: readonly ClusterSignal[],
): Map<string, ExaminedCluster | null> {
  const choices = new Map<string, ExaminedCluster | null>();
  for (const [database, own] of Map.groupBy(questions, (question) => question.database)) {
    const others = questions.filter((question) => question.database !== database);
    const skill = systemSkill(others);
    const weights = fitClusters(others, skill, signals);
    for (const question of own) choices.set(question.id, chooseCluster(question, skill, weights));
  }
  return choices;
}
