/** Time for hundreds of sequential calls. */
export const DEADLINE_SECONDS = 3600;

/** Room for ten full texts as JSON. */
export const STORY_BODY_LIMIT = 4 * 1024 * 1024;
