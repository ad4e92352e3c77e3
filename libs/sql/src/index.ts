export { guardSql } from './guard/guard.js';
export { GUARD_RULES, categoryOfRefusal, type GuardRule } from './guard/guard-rules.js';
export type { GuardOptions, GuardOutcome, GuardPass, GuardRefusal } from './guard/guard-outcome.js';
export { canonicalSql, type CanonicalSql } from './canonical/canonical-sql.js';
export { ordersRows, sqlComplexity } from './canonical/statement-shape.js';
export { fingerprintResult } from './result/fingerprint-result.js';
export { qualifiedName, renderMSchema, type MSchemaOptions } from './schema/render-m-schema.js';
