/** Temperature step after a repeated SQL. */
export const TEMPERATURE_STEP = 0.2;

export const HIGHEST_TEMPERATURE = 1.2;

/** Per execution. */
export const MAX_RESULT_BYTES = 1_000_000;

/** Shown per call. */
export const TOOL_ROWS = 20;

/** Read if only the shape is shown. */
export const SHAPED_ROWS = 200;

/** Per call. */
export const TOOL_BYTES = 64_000;

/** Calls of a tool with equal arguments per candidate. */
export const SAME_CALL_LIMIT = 3;

/** Limits of one candidate's loop: results share the prompt with the schema. */
export const TOOL_LOOP_LIMITS = { resultBytes: 8192, promptResultBytes: 49_152 };

/** Retries after a KO of an evidence-critical test. */
export const EVIDENCE_RETRIES = 1;
