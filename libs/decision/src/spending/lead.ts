/** Nodes of the integration; even, for Simpson's rule. */
const STEPS = 400;
const EDGE = 1e-9;

/**
 * Probability that the leader's true vote share exceeds the second's: with a uniform prior its share is Beta(1 +
 * leader, 1 + second).
 * @param leader tempered votes
 * @param second or 0
 */
export function leadProbability(leader: number, second: number): number {
  // Scaled to the mode to avoid underflow; the mode stays off 0 and 1, where logarithms are infinite.
  const mode = leader + second === 0 ? 0.5 : Math.min(1 - EDGE, Math.max(EDGE, leader / (leader + second)));
  const logDensity = (share: number): number => power(share, leader) + power(1 - share, second);
  const peak = logDensity(mode);
  const density = (share: number): number => Math.exp(logDensity(share) - peak);
  const above = simpson(density, 0.5, 1);
  return above / (above + simpson(density, 0, 0.5));
}

function power(base: number, exponent: number): number {
  return exponent === 0 ? 0 : exponent * Math.log(base);
}

function simpson(density: (share: number) => number, from: number, to: number): number {
  const width = (to - from) / STEPS;
  let sum = density(from) + density(to);
  for (let node = 1; node < STEPS; node += 1) sum += (node % 2 === 0 ? 2 : 4) * density(from + node * width);
  return (sum * width) / 3;
}
