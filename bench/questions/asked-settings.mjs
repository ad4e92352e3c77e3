/** How benchmarks ask. */

/** All work there is: what is measured must not change with what the engine finds worth doing. */
export const ALL_WORK = {
  sqlCandidates: 10,
  testBatches: 5,
  stragglers: null,
  deadlineSeconds: 600,
  effort: 'exhaustive',
  judge: 'text',
  // no trial, which takes a stage more
  verdicts: 'final',
  probe: { instances: 0, seconds: 2 },
};

/** As a question is asked where nothing is set. */
export const DEFAULTS = { deadlineSeconds: 600 };
