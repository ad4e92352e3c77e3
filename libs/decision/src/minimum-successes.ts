import type { StageKind } from '@assay/contracts';

/**
 * How many tasks of a stage must be DONE for the attempt to go on; fewer end the question in ERROR with the cause.
 * Single dead tasks are tolerated everywhere.
 */
export const MINIMUM_SUCCESSES = {
  // Without the schema there is nothing to ask.
  prepare: 1,
  // The two moments stand in for each other: see MINIMUM_TEST_BATCHES.
  'precompute-tests': 0,
  generate: 1,
  'evaluation-tests': 0,
  // The unreduced list does as well.
  'reduce-tests': 0,
  evaluate: 1,
  // A candidate without its review stays undecided; whether that matters is for the decision to say.
  supervise: 0,
  // Comparisons that are missing are ties, and ties go to the vote.
  compare: 0,
} as const satisfies Record<StageKind, number>;

/** Test batches of both moments together that must have been delivered. */
export const MINIMUM_TEST_BATCHES = 1;
