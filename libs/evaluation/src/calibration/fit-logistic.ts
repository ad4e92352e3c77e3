import { dot, fitChoice } from './fit-choice.js';

export interface LogisticSample {
  signals: readonly number[];
  right: boolean;
}

/** `σ(intercept + Σ weight·signal)`. */
export interface LogisticModel {
  intercept: number;
  weights: number[];
}

/** Keeps weights finite for separable samples. */
const RIDGE = 1e-3;

export function fitLogistic(samples: readonly LogisticSample[]): LogisticModel {
  const zeros = [0, ...(samples[0]?.signals ?? [])].map(() => 0);
  const choices = samples.map(({ signals, right }) => ({ rows: [[1, ...signals], zeros], right: [right, !right] }));
  const [intercept = 0, ...weights] = fitChoice(choices, { mean: zeros, ridge: RIDGE });
  return { intercept, weights };
}

export function predict({ intercept, weights }: LogisticModel, signals: readonly number[]): number {
  return 1 / (1 + Math.exp(-intercept - dot(weights, signals)));
}
