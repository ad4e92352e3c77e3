/** Nodes of the integration; even. */
const STEPS = 400;
const EDGE = 1e-9;

/**
 * The probability that the leader's share of the votes is larger than the second's, were all candidates of the world
 * asked: each share of the two is as likely as another before the votes, so that of the leader among both is
 * Beta(1 + leader, 1 + second).
 *
 * @param leader tempered votes of the leading class
 * @param second tempered votes of the next one, 0 where there is none
 */
export function leadProbability(leader: number, second: number): number {
  // Scaled to the mode (kept off the ends, where logarithms are infinite), so that many votes do not vanish.
  const mode = leader + second === 0 ? 0.5 : Math.min(1 - EDGE, Math.max(EDGE, leader / (leader + second)));
  const logDensity = (share: number): number => power(share, leader) + power(1 - share, second);
  const peak = logDensity(mode);
  const density = (share: number): number => Math.exp(logDensity(share) - peak);
  const above = simpson(density, 0.5, 1);
  return above / (above + simpson(density, 0, 0.5));
}

/** The logarithm of `base ** exponent`. */
function power(base: number, exponent: number): number {
  return exponent === 0 ? 0 : exponent * Math.log(base);
}

function simpson(density: (share: number) => number, from: number, to: number): number {
  const width = (to - from) / STEPS;
  let sum = density(from) + density(to);
  for (let node = 1; node < STEPS; node += 1) sum += (node % 2 === 0 ? 2 : 4) * density(from + node * width);
  return (sum * width) / 3;
}
