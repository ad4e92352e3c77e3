export { guardSql } from './guard/guard.js';
export { GUARD_RULES, categoryOfRefusal, type GuardRule } from './guard/guard-rules.js';
export type {
  CatalogCast,
  CatalogFunction,
  CatalogOperator,
  CatalogRelation,
  CatalogType,
  CatalogTypeName,
  DatabaseCatalog,
} from './guard/database-catalog.js';
export type { GuardOptions, GuardOutcome, GuardPass, GuardRefusal } from './guard/guard-outcome.js';
export { canonicalSql, type CanonicalSql } from './canonical/canonical.js';
export { sqlComplexity } from './canonical/complexity.js';
export { ordersRows } from './canonical/orders-rows.js';
export { sortKeys, type SortKeys } from './canonical/sort-keys.js';
export { statementTokens } from './lexer/statement-tokens.js';
export { tokenize } from './lexer/lexer.js';
export type { SqlToken } from './lexer/token.js';
export { usedTables, type UsedTables } from './retry/used-tables.js';
export { fingerprintResult } from './result/fingerprint.js';
export type { DialectFacts, DialectIdiom } from './dialects/dialect-facts.js';
export { dialectFacts } from './dialects/facts-by-dialect.js';
export { categoryOfError } from './retry/category-of-error.js';
export { topicOfError, type ErrorTopic } from './retry/error-topic.js';
export { nearestNames, type NearestOptions, type NearName } from './retry/nearest-names.js';
export type { RetryFailure } from './retry/retry-failure.js';
export { retryMessage } from './retry/retry-message.js';
export { qualifiedName } from './schema/qualified-name.js';
export { renderMSchema, type MSchemaOptions } from './schema/render-m-schema.js';
export { linkSchema, type LinkedSchema, type LinkRequest } from './schema/link-schema.js';
export { estimateTokens } from './schema/estimate-tokens.js';
export { RelevanceIndex, type Relevant, type RelevanceLimits, type RelevantText } from './relevance/relevance-index.js';
export { schemaTerms, valueWords } from './schema/value-words.js';
export { schemaContradictions } from './schema/schema-contradictions.js';
