export { guardSql } from './guard/guard.js';
export { GUARD_RULES, categoryOfRefusal, type GuardRule } from './guard/guard-rules.js';
export type { GuardOptions, GuardOutcome, GuardPass, GuardRefusal } from './guard/guard-outcome.js';
