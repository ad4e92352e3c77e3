import type { WeighedAgent } from '@assay/contracts';

/** From gold SQLs, corrections and evaluations. */
export interface JudgeTally {
  right: number;
  wrong: number;
}

/** Worth 20 observations, from measured judges. */
const PRIOR_TALLIES = {
  evaluator: { right: 16, wrong: 4 },
  'sql-selector': { right: 17, wrong: 3 },
} as const satisfies Record<WeighedAgent, JudgeTally>;
export const MOST_RELIABLE = 0.95;

/** Mean of the Beta distribution, at most 0.95. */
export function reliabilityOf(judge: WeighedAgent, { right, wrong }: JudgeTally = { right: 0, wrong: 0 }): number {
  const prior = PRIOR_TALLIES[judge];
  const mean = (prior.right + right) / (prior.right + prior.wrong + right + wrong);
  return Math.min(MOST_RELIABLE, mean);
}

/** Pseudo-observations of a judge within a question, whose verdicts err together. */
const PER_QUESTION = 10;

/** Log odds of a class by its verdict: `pass` at least, `fail` at most 0. */
export interface VerdictWeights {
  pass: number;
  fail: number;
}

/**
 * Classes exclude each other: a judge that passes several is believed less; one that fails the others is believed more
 * (beta-binomial).
 */
export function verdictWeights(reliability: number, passed: number, failed: number): VerdictWeights {
  const believed = Math.min(MOST_RELIABLE, Math.max(0.5, reliability));
  const [right, wrong] = [PER_QUESTION * believed, PER_QUESTION * (1 - believed)];
  return {
    pass: passed === 0 ? 0 : Math.max(0, Math.log((right + failed) / (wrong + passed - 1))),
    fail: failed === 0 ? 0 : Math.min(0, Math.log((wrong + passed) / (right + failed - 1))),
  };
}

/** Log odds of one observation; not below 0: an unreliable judge is ignored, not inverted. */
export function observationWeight(reliability: number): number {
  const believed = Math.min(MOST_RELIABLE, Math.max(0.5, reliability));
  return Math.log(believed / (1 - believed));
}
