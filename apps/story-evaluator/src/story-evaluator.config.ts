import type { LoopLimits } from '@assay/llm';

/** More requests for one part indicate a loop. */
export const SAME_PART_LIMIT = 3;

/** Low, since narration copies the text. */
export const NARRATOR_TEMPERATURE = 0.2;
export const CHECKER_TEMPERATURE = 0.2;

/** Bytes of tool results in a prompt: room for the largest story in parts. */
const PROMPT_RESULT_BYTES = 512 * 1024;
const USUAL_ITERATIONS = 100;
const USUAL_TOOL_CALLS = 200;

export function evaluationLimits(parts: number, coherence: boolean): Partial<LoopLimits> {
  const callsPerPart = coherence ? 5 : 2;
  return {
    iterations: Math.max(USUAL_ITERATIONS, callsPerPart * parts + 20),
    toolCalls: Math.max(USUAL_TOOL_CALLS, callsPerPart * parts + 40),
    promptResultBytes: PROMPT_RESULT_BYTES,
  };
}
