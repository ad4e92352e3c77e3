import { addTo, dot, solve } from '../calibration/fit-logistic.js';
import type { ExaminedQuestion } from '../pool/examined-question.js';
import { clusterSignals, type ClusterSignal } from './cluster-signals.js';
import { softmax, type SystemSkill } from './system-skill.js';

/** How much each signal counts; a signal that is not there counts nothing. */
export type ClusterWeights = Partial<Record<ClusterSignal, number>>;

const STEPS = 25;
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
  let weights: number[] = [...prior];
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, index) => -RIDGE * (weight - (prior[index] ?? 0)));
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? RIDGE : 0)));
    for (const sample of samples) addSample(gradient, curvature, sample, weights);
    const change = solve(curvature, gradient);
    weights = weights.map((weight, index) => weight + (change[index] ?? 0));
  }
  return Object.fromEntries(signals.map((signal, index) => [signal, weights[index] ?? 0]));
}

function addSample(
  gradient: number[],
  curvature: number[][],
  { rows, right }: { rows: number[][]; right: boolean[] },
  weights: readonly number[],
): void {
  const chances = softmax(rows.map((row) => dot(weights, row)));
  const rightMass = chances.reduce((sum, chance, index) => sum + (right[index] ? chance : 0), 0);
  const mean = gradient.map((_, place) =>
    rows.reduce((sum, row, index) => sum + (chances[index] ?? 0) * (row[place] ?? 0), 0),
  );
  rows.forEach((row, index) => {
    const chance = chances[index] ?? 0;
    const wanted = right[index] ? chance / rightMass : 0;
    const apart = row.map((value, place) => value - (mean[place] ?? 0));
    addTo(gradient, curvature, apart, wanted, chance);
  });
}
