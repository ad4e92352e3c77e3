/** Bounds of requests that clients check, too; no validator here, since the page's first load has none. */

/** Characters of the name of a workspace at most. */
export const WORKSPACE_NAME_CHARACTERS = 100;

/** Characters of the name that a question is saved under, and of what is searched for, at most. */
export const QUESTION_NAME_CHARACTERS = 200;
export const SEARCH_CHARACTERS = 200;

/** Characters of a comment on an answer, and of an SQL that somebody writes, at most. */
export const COMMENT_CHARACTERS = 8000;
export const SQL_CHARACTERS = 100_000;

/** Characters of what a story, a candidate, a criterion or a model is called at most. */
export const STORY_NAME_CHARACTERS = 200;

/** Characters of the name of an imported document at most. */
export const DOCUMENT_NAME_CHARACTERS = 200;

/** SQLs generated per level, and batches of tests per moment, at most. */
export const MOST_SQL_CANDIDATES = 50;
export const MOST_TEST_BATCHES = 100;

const MEGABYTE = 1024 * 1024;
/** Bytes of an imported document at most. */
export const DOCUMENT_BYTES = 10 * MEGABYTE;
/** Characters of one in YAML at most: reading it holds its process up. */
export const YAML_CHARACTERS = 2 * MEGABYTE;
/** How large imported documents may be, in words. */
export const DOCUMENT_SIZES = `JSON up to ${DOCUMENT_BYTES / MEGABYTE} MB, YAML up to ${YAML_CHARACTERS / MEGABYTE} MB`;

/** Queues that replies may go to. */
export const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;
