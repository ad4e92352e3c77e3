/** A tool call that was run (or failed to). Plain JSON. */
export interface ExecutedCall {
  /** From 1, over the whole run. */
  number: number;
  /** The iteration that asked for it, from 1. */
  iteration: number;
  /** The tool's own name; the model's word where there is no such tool. */
  tool: string;
  arguments: Record<string, unknown>;
  status: 'done' | 'failed' | 'invalid-arguments' | 'refused' | 'unknown-tool';
  /** What the tool gave, or `{ error }`. */
  result: unknown;
  coercions: string[];
}

/** Tokens of a run; calls that a journal replayed count like others. */
export interface LoopUsage {
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
}

/**
 * The whole state of a run, as plain JSON: the prompt of the next iteration, what it is made of, and counters. No
 * message of the model survives an iteration.
 */
export interface LoopState {
  currentPrompt: string;
  /** The one remark at the end of the prompt: a nudge, or a validator's feedback. */
  remark: string | null;
  toolCalls: ExecutedCall[];
  iterations: number;
  /** Nudges in a row. */
  nudges: number;
  /** Nudges that the checker wrote, over the whole run. */
  checkerNudges: number;
  argumentRetries: Record<string, number>;
  refusals: Record<string, number>;
  usage: LoopUsage;
}

/** The state before the first iteration. */
export function initialState(currentPrompt: string): LoopState {
  return {
    currentPrompt,
    remark: null,
    toolCalls: [],
    iterations: 0,
    nudges: 0,
    checkerNudges: 0,
    argumentRetries: {},
    refusals: {},
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
  };
}
