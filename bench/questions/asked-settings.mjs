/** Settings of benchmark questions. */

/** Fixed numbers of candidates and test batches, none abandoned. */
export const ALL_WORK = {
  sqlCandidates: 10,
  testBatches: 5,
  stragglers: null,
  deadlineSeconds: 600,
  effort: 'exhaustive',
  judge: 'text',
  // no trial, which adds a stage
  verdicts: 'final',
  probe: { instances: 0, seconds: 2 },
};

/** A question without settings. */
export const DEFAULTS = { deadlineSeconds: 600 };
