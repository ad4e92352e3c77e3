import type { JsonSchema } from '../json-schema.js';

/** From most to least binding; see `StructuredOutputMemory` for step-downs. */
export const OUTPUT_MODES = ['json_schema', 'json_object', 'tools', 'text'] as const;
export type OutputMode = (typeof OUTPUT_MODES)[number];

/** Stateless: no assistant and tool messages. */
export interface ModelMessage {
  role: 'system' | 'user';
  content: string;
  /** Characters at the start that later calls share; a provider with explicit caching is asked to keep them. */
  stable?: number;
}

export interface ResponseContract {
  name: string;
  schema: JsonSchema;
}

export interface ToolDefinition {
  name: string;
  description: string;
  parameters: JsonSchema;
}

export interface ModelRequest {
  /** Root of an OpenAI-compatible API with version (`https://host/v1`). */
  baseUrl: string;
  /** Empty for endpoints without a key. */
  apiKey: string;
  model: string;
  messages: ModelMessage[];
  /** `prompt_cache_key`, which groups calls with common prefixes: at most 64 characters; null omits it. */
  cacheKey?: string | null;
  temperature: number;
  /** `reasoning_effort`; null omits it. */
  effort: string | null;
  contract: ResponseContract | null;
  /** Natively, else in the prompt. */
  tools?: ToolDefinition[];
  /** Answers wanted, default 1; the first of them holds the usage of all. */
  n?: number;
  /** Preferred mode; refused ones step down. */
  mode: OutputMode;
  /** Whole call, ms. */
  timeoutMs: number;
  headers: Record<string, string>;
}
