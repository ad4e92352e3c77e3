/** Bounds of one run of a loop; reaching one ends it with an outcome that says which. */
export interface LoopLimits {
  /** Calls of the model. */
  iterations: number;
  /** Tool calls, failed ones included. */
  toolCalls: number;
  /** Nudges in a row, for unusable replies (no call where one is due, broken calls, answers out of form). */
  nudges: number;
  /** How many of the nudges the `response_checker` may write. */
  checkerNudges: number;
  /** Requests, per tool and in a row, to repair missing or wrong arguments. */
  argumentRetries: number;
  /** Warnings, per tool, that it may not run yet. */
  refusals: number;
  /** One result in the prompt, in bytes. */
  resultBytes: number;
  /** All results in the prompt, in bytes; the oldest are left out first. */
  promptResultBytes: number;
}

/** The bounds of agents.md, section 2, and sizes that fit the context of a small model. */
export const DEFAULT_LOOP_LIMITS: LoopLimits = {
  iterations: 100,
  toolCalls: 200,
  nudges: 3,
  checkerNudges: 2,
  argumentRetries: 3,
  refusals: 3,
  resultBytes: 16_384,
  promptResultBytes: 131_072,
};
