export interface ExecutedCall {
  /** From 1, within the run. */
  number: number;
  /** From 1. */
  iteration: number;
  /** Tool name; the model's text for an unknown tool. */
  tool: string;
  arguments: Record<string, unknown>;
  status: 'done' | 'failed' | 'invalid-arguments' | 'refused' | 'unknown-tool';
  result: unknown;
  coercions: string[];
}

/** Token usage; replayed calls count, too. */
export interface LoopUsage {
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
}

/** Plain JSON. Messages do not survive an iteration. */
export interface LoopState {
  currentPrompt: string;
  /** A reminder or validator feedback, at the end of the prompt. */
  remark: string | null;
  toolCalls: ExecutedCall[];
  iterations: number;
  reminders: number;
  /** Of the whole run; a successful call resets `reminders` alone. */
  checkerReminders: number;
  argumentRetries: Record<string, number>;
  refusals: Record<string, number>;
  usage: LoopUsage;
}

export function initialState(currentPrompt: string): LoopState {
  return {
    currentPrompt,
    remark: null,
    toolCalls: [],
    iterations: 0,
    reminders: 0,
    checkerReminders: 0,
    argumentRetries: {},
    refusals: {},
    usage: { modelCalls: 0, inputTokens: 0, outputTokens: 0 },
  };
}
