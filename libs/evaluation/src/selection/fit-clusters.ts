import { fitChoice } from '../calibration/fit-choice.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { clusterSignals, type ClusterSignal } from './cluster-signals.js';
import type { SystemSkill } from './system-skill.js';

/** Missing signals weigh 0. */
export type ClusterWeights = Partial<Record<ClusterSignal, number>>;

const RIDGE = 1;
const PRIOR_VOTES = 2;

/** Conditional logit with a Gaussian prior, on questions with a correct cluster. */
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
