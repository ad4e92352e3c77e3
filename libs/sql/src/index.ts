export { guardSql } from './guard/guard.js';
export { GUARD_RULES, categoryOfRefusal, type GuardRule } from './guard/guard-rules.js';
export type { GuardOptions, GuardOutcome, GuardPass, GuardRefusal } from './guard/guard-outcome.js';
export { canonicalSql, type CanonicalSql } from './canonical/canonical.js';
export { sqlComplexity } from './canonical/complexity.js';
export { ordersRows } from './canonical/orders-rows.js';
export { fingerprintResult } from './result/fingerprint.js';
