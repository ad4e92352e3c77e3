/** An outcome with what speaks for it. */
export interface LogisticSample {
  /** One number per signal. */
  signals: readonly number[];
  right: boolean;
}

/** `σ(intercept + Σ weight·signal)`. */
export interface LogisticModel {
  intercept: number;
  weights: number[];
}

const STEPS = 60;
/** Keeps weights finite where the samples could be parted without an error. */
const RIDGE = 1e-3;

/** Maximum likelihood by Newton's method. */
export function fitLogistic(samples: readonly LogisticSample[]): LogisticModel {
  const rows = samples.map(({ signals, right }) => ({ inputs: [1, ...signals], target: right ? 1 : 0 }));
  const size = (samples[0]?.signals.length ?? 0) + 1;
  let weights = Array.from({ length: size }, () => 0);
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight) => -RIDGE * weight);
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? RIDGE : 0)));
    for (const { inputs, target } of rows) {
      const chance = logistic(dot(weights, inputs));
      addTo(gradient, curvature, inputs, target - chance, chance * (1 - chance));
    }
    const change = solve(curvature, gradient);
    weights = weights.map((weight, index) => weight + (change[index] ?? 0));
  }
  const [intercept = 0, ...rest] = weights;
  return { intercept, weights: rest };
}

export function predict({ intercept, weights }: LogisticModel, signals: readonly number[]): number {
  return logistic(intercept + dot(weights, signals));
}

export function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

/** Adds one observation to gradient and curvature, in place. */
export function addTo(
  gradient: number[],
  curvature: number[][],
  inputs: readonly number[],
  slope: number,
  weight: number,
): void {
  inputs.forEach((input, row) => {
    gradient[row] = (gradient[row] ?? 0) + slope * input;
    const line = curvature[row] ?? [];
    inputs.forEach((other, column) => (line[column] = (line[column] ?? 0) + weight * input * other));
  });
}

/** Solves `matrix · x = vector` by elimination with pivots; the matrix is positive definite. */
export function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  const size = vector.length;
  const lines = matrix.map((row, index) => [...row, vector[index] ?? 0]);
  for (let column = 0; column < size; column += 1) {
    const magnitude = (line: number[] | undefined): number => Math.abs(line?.[column] ?? 0);
    const below = lines.slice(column).sort((left, right) => magnitude(right) - magnitude(left));
    lines.splice(column, lines.length - column, ...below);
    const pivot = lines[column] ?? [];
    const head = pivot[column] ?? 1;
    lines.forEach((line, index) => {
      if (index === column) return;
      const factor = (line[column] ?? 0) / head;
      for (let place = column; place <= size; place += 1)
        line[place] = (line[place] ?? 0) - factor * (pivot[place] ?? 0);
    });
  }
  return lines.map((line, index) => (line[size] ?? 0) / (line[index] ?? 1));
}

function logistic(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
