export { guardSql } from './guard/guard.js';
export { refuseDuckdbTree } from './guard/duckdb/duckdb-tree-guard.js';
export { dividedFunctions, type OwnFunctions } from './guard/tokens/own-function-check.js';
export { GUARD_RULES, categoryOfRefusal, type GuardRule } from './guard/guard-rules.js';
export type {
  CatalogCast,
  CatalogFunction,
  CatalogOperator,
  CatalogRelation,
  CatalogType,
  CatalogTypeName,
  CatalogVersion,
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
export { behindSource, usedTables, type UsedTables } from './retry/used-tables.js';
export { fingerprintResult } from './result/fingerprint.js';
export type { DialectFacts, DialectIdiom } from './dialects/dialect-facts.js';
export { dialectErrors, dialectFacts, firstRows } from './dialects/sql-dialects.js';
export { categoryOfError } from './retry/category-of-error.js';
export { topicOfError } from './retry/error-topic.js';
export type { ErrorTopic } from './retry/error-topics.js';
export { quoteIdentifier, quoteName } from './retry/quote-name.js';
export { nearestNames, type NearestOptions, type NearName } from './retry/nearest-names.js';
export type { RetryFailure } from './retry/retry-failure.js';
export { retryMessage } from './retry/retry-message.js';
export { qualifiedName } from './schema/qualified-name.js';
export { knownOfColumns, type KnownOfColumn } from './schema/known-of-columns.js';
export { renderMSchema, type MSchemaOptions } from './schema/render-m-schema.js';
export { linkSchema, type LinkedSchema, type LinkRequest } from './schema/link-schema.js';
export { estimateTokens } from './schema/estimate-tokens.js';
export { otherForms } from './relevance/other-forms.js';
export { textGrams } from './relevance/text-grams.js';
export { RelevanceIndex, type Relevant, type RelevanceLimits, type RelevantText } from './relevance/relevance-index.js';
export { schemaTerms, valueWords } from './schema/value-words.js';
export { schemaContradictions } from './schema/schema-contradictions.js';
export { schemaNames, VanishedNames, type SchemaNames } from './schema/vanished-names.js';
