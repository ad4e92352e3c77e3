/** Contracts without a validator, for `@assay/decision`. */
export * from '../errors.js';
export * from '../level.js';
export * from '../question.js';
export * from '../record.js';
export * from '../stages.js';
export * from '../work.js';
