import type { LoopLimits } from '@assay/llm';

/** Requests for one part of a story; a model that asks once more is stuck. */
export const SAME_PART_LIMIT = 3;

/** Copying is no place for invention. */
export const NARRATOR_TEMPERATURE = 0.2;
/** A reminder is to be plain. */
export const CHECKER_TEMPERATURE = 0.2;

/** Bytes of tool results that a prompt holds: a story of the largest size, read in parts. */
const PROMPT_RESULT_BYTES = 512 * 1024;
const USUAL_ITERATIONS = 100;
const USUAL_TOOL_CALLS = 200;

/**
 * Bounds of one evaluation: the usual ones, and room for stories that have more parts than those allow to be read one
 * by one.
 */
export function evaluationLimits(parts: number, coherence: boolean): Partial<LoopLimits> {
  const callsPerPart = coherence ? 5 : 2;
  return {
    iterations: Math.max(USUAL_ITERATIONS, callsPerPart * parts + 20),
    toolCalls: Math.max(USUAL_TOOL_CALLS, callsPerPart * parts + 40),
    promptResultBytes: PROMPT_RESULT_BYTES,
  };
}
