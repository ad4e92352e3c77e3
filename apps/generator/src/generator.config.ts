/** How far the temperature moves when a retry returned the same SQL again. */
export const TEMPERATURE_STEP = 0.2;

/** Models are asked no hotter than this. */
export const HIGHEST_TEMPERATURE = 1.2;

/** Bytes of a result that an execution fetches at most. */
export const MAX_RESULT_BYTES = 1_000_000;

/** Rows that one call of a tool shows at most. */
export const TOOL_ROWS = 20;

/** Rows that are looked at where only their shape is told. */
export const SHAPED_ROWS = 200;

/** Bytes of rows that one call of a tool fetches at most. */
export const TOOL_BYTES = 64_000;

/** How often a tool serves the same arguments to one candidate. */
export const SAME_CALL_LIMIT = 3;

/**
 * Bounds of one candidate's loop beyond those of every loop: what its results may take of the prompt, which also holds a
 * schema.
 */
export const TOOL_LOOP_LIMITS = { resultBytes: 8192, promptResultBytes: 49_152 };

/** A KO of an evidence-critical test is told to the model this often. */
export const EVIDENCE_RETRIES = 1;
