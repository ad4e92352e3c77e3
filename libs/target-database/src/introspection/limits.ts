/** Longest example value that is shown, in characters; longer ones are left out, not cut. */
export const EXAMPLE_LENGTH = 60;
/** Distinct example values per column. */
export const EXAMPLES_PER_COLUMN = 3;
/** Rows that are read of a table to find them. */
export const SAMPLE_ROWS = 40;
/** Time for the sample of one table, in milliseconds: a view may be slow, and then has none. */
export const SAMPLE_TIMEOUT_MS = 2000;
/** Time for the samples of all tables, in milliseconds; tables that it does not reach have none. */
export const EXAMPLES_BUDGET_MS = 8000;
/** Samples that run at once. */
export const SAMPLES_AT_ONCE = 3;
/** How long the list of relations, with the definitions of views, is trusted, in milliseconds. */
export const RELATIONS_FRESH_MS = 60_000;
/** How long the list of columns is trusted for looking values up, in milliseconds. */
export const TABLES_FRESH_MS = 600_000;
/** Share of the time for looking values up that one table may take. */
export const VALUE_TABLE_SHARE = 1 / 6;
/** Rows of a table that are searched for values: of a larger one the first. */
export const VALUE_SCAN_ROWS = 50_000;
/** Rows of different hits that are taken per table while values are looked up. */
export const VALUE_ROWS = 50;
/** Places that are told of one value. */
export const PLACES_PER_VALUE = 10;
/** Places that are told of one plain word: what occurs in more says little. */
export const PLACES_PER_WORD = 5;
/** Share of that time for looking up nothing but plain words: most of them are no values. */
export const WORDS_SHARE = 1 / 3;
/** Limits of a statement of ours that reads one short row. */
export const SHORT_READ = { timeoutMs: 5000, maxRows: 1, maxBytes: 10_000 };
