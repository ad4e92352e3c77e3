import { fitChoice } from '../calibration/fit-choice.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { clusterSignals, type ClusterSignal } from './cluster-signals.js';
import type { SystemSkill } from './system-skill.js';

/** How much each signal counts; a signal that is not there counts nothing. */
export type ClusterWeights = Partial<Record<ClusterSignal, number>>;

/** How strongly weights are held to what they would be by the vote alone: 2 for the votes, 0 for all else. */
const RIDGE = 1;
const PRIOR_VOTES = 2;

/** Weights under which the right clusters of these questions are likeliest (conditional logit, by Newton's method). */
export function fitClusters(
  questions: readonly ExaminedQuestion[],
  skill: SystemSkill,
  signals: readonly ClusterSignal[],
): ClusterWeights {
  const prior = signals.map((signal) => (signal === 'votes' ? PRIOR_VOTES : 0));
  const samples = questions
    .filter(({ clusters }) => clusters.some(({ match }) => match.ex))
    .map((question) => ({
      rows: clusterSignals(question, skill).map((found) => signals.map((signal) => found[signal])),
      right: question.clusters.map(({ match }) => match.ex),
    }));
  const weights = fitChoice(samples, { mean: prior, ridge: RIDGE });
  return Object.fromEntries(signals.map((signal, index) => [signal, weights[index] ?? 0]));
}
