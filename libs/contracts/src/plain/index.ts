/** What of the contracts is known without a validator: for `@assay/decision`, which loads none. */
export * from '../errors.js';
export * from '../level.js';
export * from '../question.js';
export * from '../stages.js';
export * from '../work.js';
