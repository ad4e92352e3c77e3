/** Bounds that clients check too; no validator, to keep the page's first load small. */

export const WORKSPACE_NAME_CHARACTERS = 100;

export const QUESTION_NAME_CHARACTERS = 200;
export const SEARCH_CHARACTERS = 200;

export const COMMENT_CHARACTERS = 8000;
export const SQL_CHARACTERS = 100_000;

/** Names of stories, candidates, criteria and models. */
export const STORY_NAME_CHARACTERS = 200;

export const DOCUMENT_NAME_CHARACTERS = 200;

/** SQLs per attempt, and test batches per moment. */
export const MOST_SQL_CANDIDATES = 50;
export const MOST_TEST_BATCHES = 100;

const MEGABYTE = 1024 * 1024;
export const DOCUMENT_BYTES = 10 * MEGABYTE;
/** Lower limit for YAML, whose parser blocks the process. */
export const YAML_CHARACTERS = 2 * MEGABYTE;
/** The limits in words, for messages. */
export const DOCUMENT_SIZES = `JSON up to ${DOCUMENT_BYTES / MEGABYTE} MB, YAML up to ${YAML_CHARACTERS / MEGABYTE} MB`;

export const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;
