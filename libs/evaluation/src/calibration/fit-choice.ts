/** Signals of alternatives, at least one correct. */
export interface ChoiceSample {
  rows: readonly (readonly number[])[];
  right: readonly boolean[];
}

export interface ChoicePrior {
  /** Prior mean of the weights. */
  mean: readonly number[];
  ridge: number;
}

const STEPS = 60;
const SETTLED = 1e-12;

/** Conditional logit with a Gaussian prior, by Newton's method. */
export function fitChoice(samples: readonly ChoiceSample[], { mean, ridge }: ChoicePrior): number[] {
  let weights = [...mean];
  for (let step = 0; step < STEPS; step += 1) {
    const gradient = weights.map((weight, index) => -ridge * (weight - (mean[index] ?? 0)));
    const curvature = weights.map((_, row) => weights.map((__, column) => (row === column ? ridge : 0)));
    for (const sample of samples) addSample(gradient, curvature, sample, weights);
    const change = solve(curvature, gradient);
    weights = weights.map((weight, index) => weight + (change[index] ?? 0));
    if (change.every((each) => Math.abs(each) < SETTLED)) break;
  }
  return weights;
}

export function logLikelihood(samples: readonly ChoiceSample[], weights: readonly number[]): number {
  const sum = samples.reduce((total, sample) => total + Math.log(rightMass(sample, chancesOf(sample, weights))), 0);
  return sum / Math.max(1, samples.length);
}

export function softmax(scores: readonly number[]): number[] {
  const highest = Math.max(...scores);
  const weights = scores.map((score) => Math.exp(score - highest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

function chancesOf({ rows }: ChoiceSample, weights: readonly number[]): number[] {
  return softmax(rows.map((row) => dot(weights, row)));
}

function rightMass({ right }: ChoiceSample, chances: readonly number[]): number {
  return chances.reduce((sum, chance, index) => sum + (right[index] === true ? chance : 0), 0);
}

function addSample(gradient: number[], curvature: number[][], sample: ChoiceSample, weights: readonly number[]): void {
  const { rows, right } = sample;
  const chances = chancesOf(sample, weights);
  const mass = rightMass(sample, chances);
  const mean = gradient.map((_, place) =>
    rows.reduce((sum, row, index) => sum + (chances[index] ?? 0) * (row[place] ?? 0), 0),
  );
  rows.forEach((row, index) => {
    const chance = chances[index] ?? 0;
    const wanted = right[index] === true ? chance / mass : 0;
    const apart = row.map((value, place) => value - (mean[place] ?? 0));
    addTo(gradient, curvature, apart, wanted, chance);
  });
}

export function dot(left: readonly number[], right: readonly number[]): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0);
}

function addTo(
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

/** Gaussian elimination with pivoting; positive definite. */
function solve(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
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
