/** Limit of a condition, expression or view definition in characters. */
export const LONGEST_SQL = 100_000;
/** Longer example values are omitted, not truncated. */
export const EXAMPLE_LENGTH = 60;
export const EXAMPLES_PER_COLUMN = 3;
export const SAMPLE_ROWS = 40;
export const SAMPLE_TIMEOUT_MS = 2000;
export const EXAMPLES_BUDGET_MS = 8000;
export const SAMPLES_AT_ONCE = 3;
/** Cache time of relations and view definitions, milliseconds. */
export const RELATIONS_FRESH_MS = 60_000;
/** Cache time of columns for value search, milliseconds. */
export const TABLES_FRESH_MS = 600_000;
/** Maximum share of the search time per table. */
export const VALUE_TABLE_SHARE = 1 / 6;
export const VALUE_SCAN_ROWS = 50_000;
export const VALUE_ROWS = 50;
export const PLACES_PER_VALUE = 10;
/** Places reported per plain word; more say little. */
export const PLACES_PER_WORD = 5;
/** Time share if only plain words are searched: most are not values. */
export const WORDS_SHARE = 1 / 3;
export const SHORT_READ = { timeoutMs: 5000, maxRows: 1, maxBytes: 10_000 };
/** Of a catalog; fails rather than leaves out rows. */
export const LONG_READ = { timeoutMs: 30_000, maxRows: 1_000_000, maxBytes: 256_000_000, isWhole: true };
