import type { OutputMode } from './model-request.js';

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
  cachedTokens?: number;
  cacheWriteTokens?: number;
  /** `estimated`: counted with o200k_base. */
  usage: 'reported' | 'estimated';
  /** Of the answered request, ms. */
  latencyMs: number;
  /** The mode after step-downs. */
  mode: OutputMode;
  effort: string | null;
  temperature: number | null;
  /** Further answers of the same call, at most `n - 1`; their tokens are counted here. */
  others?: OtherAnswer[];
}

/** An answer of a call whose tokens another answer counts; `raw` is a response body with this choice alone. */
export type OtherAnswer = Pick<Completion, 'raw' | 'content' | 'toolCalls' | 'refusal' | 'finishReason'>;
