import { type OutputMode } from './model-request.js';

/** A call of a tool that the endpoint itself recognised. */
export interface NativeToolCall {
  name: string;
  /** The parsed arguments; the untouched text where it is not JSON. */
  arguments: unknown;
}

/** What a model answered, with everything the journal keeps. */
export interface Completion {
  /** The response body, byte for byte. */
  raw: Uint8Array;
  /** The text of the answer; null where the endpoint sent none. */
  content: string | null;
  toolCalls: NativeToolCall[];
  /** The endpoint's own refusal text; null where there is none. */
  refusal: string | null;
  /** `stop`, `length`, `tool_calls`, `content_filter`, …; null where the endpoint does not say. */
  finishReason: string | null;
  /** The model that answered, by the endpoint's word; the requested one where it does not say. */
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** Of the input tokens, those that the endpoint had cached; absent where it does not say. */
  cachedTokens?: number;
  /** `estimated`: the endpoint reported no usage, and the tokens are counted at four characters each. */
  usage: 'reported' | 'estimated';
  /** Milliseconds of the answered request (refused modes before it not counted). */
  latencyMs: number;
  /** The mode that was answered, after any step-down. */
  mode: OutputMode;
  /** The effort that was asked for, null after it was dropped. */
  effort: string | null;
  /** The temperature that was asked for, null after it was dropped. */
  temperature: number | null;
}
