import type { WeighedAgent } from '@assay/contracts';

/** How often a judge was right and wrong, as far as gold SQLs, corrections and evaluations tell. */
export interface JudgeTally {
  right: number;
  wrong: number;
}

/** What is believed of a judge before anything is known of it, worth 20 observations; from measured judges. */
const PRIOR_TALLIES = {
  evaluator: { right: 16, wrong: 4 },
  'sql-selector': { right: 17, wrong: 3 },
} as const satisfies Record<WeighedAgent, JudgeTally>;
/** No judge is believed more than this, however long it was right. */
export const MOST_RELIABLE = 0.95;

/** The probability that the judge's next verdict is right: the mean of the Beta distribution, at most 0.95. */
export function reliabilityOf(judge: WeighedAgent, { right, wrong }: JudgeTally = { right: 0, wrong: 0 }): number {
  const prior = PRIOR_TALLIES[judge];
  const mean = (prior.right + right) / (prior.right + prior.wrong + right + wrong);
  return Math.min(MOST_RELIABLE, mean);
}

/**
 * What one observation of this reliability adds to the logarithm of the odds; never below 0: a judge that is wrong more
 * often than right is not believed, nor is the contrary of what it says.
 */
export function observationWeight(reliability: number): number {
  const believed = Math.min(MOST_RELIABLE, Math.max(0.5, reliability));
  return Math.log(believed / (1 - believed));
}
