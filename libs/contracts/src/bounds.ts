/** Bounds of requests that callers apply beforehand, too; without a validator, for the page's first load has none. */

/** Characters of the name of a workspace at most. */
export const WORKSPACE_NAME_CHARACTERS = 100;

/** SQLs generated per level, and batches of tests per moment, at most. */
export const MOST_SQL_CANDIDATES = 50;
export const MOST_TEST_BATCHES = 100;

/** Queues that replies may go to. */
export const REPLY_QUEUE = /^replies-[a-z0-9-]{1,64}$/;
