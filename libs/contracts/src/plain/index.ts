/** Contracts without a validator, for `@assay/decision` and for scripts that start often. */
export * from '../bounds.js';
export * from '../errors.js';
export * from '../estimate-tokens.js';
export * from '../level.js';
export * from '../question.js';
export * from '../record.js';
export * from '../seeded-random.js';
export * from '../stages.js';
export * from '../storable.js';
export * from '../work.js';
