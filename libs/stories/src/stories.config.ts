/** Time limit of an evaluation in seconds; it may need hundreds of sequential model calls. */
export const DEADLINE_SECONDS = 3600;

/** Body limit in bytes: ten full texts as JSON, where escapes take two bytes. */
export const STORY_BODY_LIMIT = 4 * 1024 * 1024;
