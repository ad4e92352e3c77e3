import { type OutputMode } from './model-request.js';

export interface NativeToolCall {
  name: string;
  /** Parsed arguments; the raw text if not JSON. */
  arguments: unknown;
}

export interface Completion {
  /** Response body, unchanged. */
  raw: Uint8Array;
  content: string | null;
  toolCalls: NativeToolCall[];
  refusal: string | null;
  /** `stop`, `length`, `tool_calls`, `content_filter`, …; null if absent. */
  finishReason: string | null;
  /** Reported model; otherwise the requested one. */
  model: string;
  inputTokens: number;
  outputTokens: number;
  /** Cached input tokens; absent if not reported. */
  cachedTokens?: number;
  /** `estimated`: four characters per token. */
  usage: 'reported' | 'estimated';
  /** Of the answered request, ms. */
  latencyMs: number;
  /** The mode after step-downs. */
  mode: OutputMode;
  effort: string | null;
  temperature: number | null;
}
