import type { StageKind } from '@assay/contracts';

/**
 * How many tasks of a stage must be DONE for the attempt to go on; fewer end the question in ERROR with the cause. Any
 * other stage may fail as a whole: a test batch has another moment that stands in (MINIMUM_TEST_BATCHES), a list of tests
 * does unreduced, a candidate without its review stays undecided, and comparisons that are missing are ties.
 */
export const MINIMUM_SUCCESSES = {
  // Without the schema there is nothing to ask.
  prepare: 1,
  generate: 1,
  evaluate: 1,
} as const satisfies Partial<Record<StageKind, number>>;

/** Test batches of both moments together that must have been delivered. */
export const MINIMUM_TEST_BATCHES = 1;
