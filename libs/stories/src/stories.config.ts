/** Seconds that an evaluation of stories may take: hundreds of model calls, many of them one after another. */
export const DEADLINE_SECONDS = 3600;

/**
 * Bytes of a request's body: ten texts of full length, in JSON, which needs up to two bytes for a line break or a
 * quotation mark.
 */
export const STORY_BODY_LIMIT = 4 * 1024 * 1024;

/** The pipeline version that new evaluations get; a coordinator leaves versions it does not know untouched. */
export const STORY_PIPELINE_VERSION = 1;
