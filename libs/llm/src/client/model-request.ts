import { type JsonSchema } from '../json-schema.js';

/** From most to least binding; see `StructuredOutputMemory` for step-downs. */
export const OUTPUT_MODES = ['json_schema', 'json_object', 'tools', 'text'] as const;
export type OutputMode = (typeof OUTPUT_MODES)[number];

/** Stateless: no assistant and tool messages. */
export interface ModelMessage {
  role: 'system' | 'user';
  content: string;
}

export interface ResponseContract {
  name: string;
  schema: JsonSchema;
}

export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of an object. */
  parameters: JsonSchema;
}

export interface ModelRequest {
  /** Root of an OpenAI-compatible API with version (`https://host/v1`). */
  baseUrl: string;
  /** Empty for endpoints without a key. */
  apiKey: string;
  model: string;
  messages: ModelMessage[];
  temperature: number;
  /** `reasoning_effort`; null omits it. */
  effort: string | null;
  contract: ResponseContract | null;
  /** Natively, else in the prompt. */
  tools?: ToolDefinition[];
  /** Preferred mode; refused ones step down. */
  mode: OutputMode;
  /** Whole call, ms. */
  timeoutMs: number;
  headers: Record<string, string>;
}
