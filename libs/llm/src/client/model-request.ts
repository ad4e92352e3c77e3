import { type JsonSchema } from '../json-schema.js';

/**
 * Ways to ask for an answer in form, from the most to the least binding. An endpoint that refuses one is asked by the
 * next; see `StructuredOutputMemory`.
 */
export const OUTPUT_MODES = ['json_schema', 'json_object', 'tools', 'text'] as const;
export type OutputMode = (typeof OUTPUT_MODES)[number];

/** One message of a prompt. Assistant and tool messages never occur: the loop is stateless. */
export interface ModelMessage {
  role: 'system' | 'user';
  content: string;
}

/** The shape an answer must have; `name` is the contract's name and the schema's name on the wire. */
export interface ResponseContract {
  name: string;
  schema: JsonSchema;
}

/** A tool as a model is told about it. */
export interface ToolDefinition {
  name: string;
  description: string;
  /** JSON Schema of the arguments, an object. */
  parameters: JsonSchema;
}

/** One call of a model, in the terms of the caller; how it is put to the endpoint is the client's business. */
export interface ModelRequest {
  /** Root of an OpenAI-compatible API, up to and with its version segment (`https://host/v1`). */
  baseUrl: string;
  /** Empty where the endpoint wants none. */
  apiKey: string;
  model: string;
  messages: ModelMessage[];
  temperature: number;
  /** `reasoning_effort`; null leaves it out. */
  effort: string | null;
  contract: ResponseContract | null;
  /** Tools the model may call; sent natively where the endpoint takes them, described in the prompt where not. */
  tools?: ToolDefinition[];
  /** The wanted mode; the client steps down from it where the endpoint has refused it. */
  mode: OutputMode;
  /** Milliseconds for the whole call, body included. */
  timeoutMs: number;
  /** Headers of this call (routing and accounting labels, trace context). */
  headers: Record<string, string>;
}
