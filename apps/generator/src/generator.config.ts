/** After a repeated SQL. */
export const TEMPERATURE_STEP = 0.2;

export const HIGHEST_TEMPERATURE = 1.2;

export const MAX_RESULT_BYTES = 1_000_000;

export const TOOL_ROWS = 20;

/** Rows that are read where only their shape is shown. */
export const SHAPED_ROWS = 200;

export const TOOL_BYTES = 64_000;

/** Calls of a tool with equal arguments per candidate. */
export const SAME_CALL_LIMIT = 3;

/** Results share the prompt with the schema. */
export const TOOL_LOOP_LIMITS = { resultBytes: 8192, promptResultBytes: 49_152 };

export const EVIDENCE_RETRIES = 1;
