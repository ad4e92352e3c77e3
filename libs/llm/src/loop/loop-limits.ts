/** Reaching a limit ends the run with an outcome that names it; bytes only cut results. */
export interface LoopLimits {
  iterations: number;
  /** Includes failed calls. */
  toolCalls: number;
  /** Consecutive, for unusable replies. */
  reminders: number;
  /** Reminders written by `response_checker`; later ones are the fixed text alone. */
  checkerReminders: number;
  /** Consecutive repairs of arguments per tool. */
  argumentRetries: number;
  refusals: number;
  /** Of one result in the prompt. */
  resultBytes: number;
  /** Bytes of all results in the prompt; drops the oldest first. */
  promptResultBytes: number;
}

/** agents.md, section 2, for small contexts. */
export const DEFAULT_LOOP_LIMITS: LoopLimits = {
  iterations: 100,
  toolCalls: 200,
  reminders: 3,
  checkerReminders: 2,
  argumentRetries: 3,
  refusals: 3,
  resultBytes: 16_384,
  promptResultBytes: 131_072,
};
