/** How far the temperature moves when a retry returned the same SQL again. */
export const TEMPERATURE_STEP = 0.2;

/** Models are asked no hotter than this. */
export const HIGHEST_TEMPERATURE = 1.2;

/** Bytes of a result that an execution fetches at most. */
export const MAX_RESULT_BYTES = 1_000_000;

/** A KO of an evidence-critical test is told to the model this often. */
export const EVIDENCE_RETRIES = 1;
