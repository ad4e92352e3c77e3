import type { ExaminedCluster, ExaminedQuestion } from '../pool/examined-question.js';
import { chooseCluster } from './choose-cluster.js';
import type { ClusterSignal } from './cluster-signals.js';
import { fitClusters } from './fit-clusters.js';
import { systemSkill } from './system-skill.js';

/** Chooses per database with weights and skills from the other databases. */
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
