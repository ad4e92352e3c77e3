import type { StageKind } from '@assay/contracts';

/** Tasks of a stage that must be DONE; fewer end the question in ERROR. Other stages may fail. */
export const MINIMUM_SUCCESSES = {
  // there is nothing to ask without a schema
  prepare: 1,
  generate: 1,
  evaluate: 1,
} as const satisfies Partial<Record<StageKind, number>>;

/** Delivered test batches of both moments together. */
export const MINIMUM_TEST_BATCHES = 1;
