import { z } from 'zod';
import { wireSchema } from '../answers/contract-schema.js';
import { type ToolDefinition } from '../client/model-request.js';
import { type JsonSchema } from '../json-schema.js';

export interface AgentTool {
  /** Letters, digits, `_` and `-`; models may use any case. */
  name: string;
  description: string;
  /** Schema of the arguments object, validated before execution. */
  parameters: JsonSchema | z.ZodType;
  /** Limit of calls with equal arguments; default null: unlimited. */
  sameArgumentsLimit?: number | null;
  /**
   * Returns JSON.
   * @throws ToolArgumentError for wrong arguments; ToolRefusedError if called too early; other AssayErrors, which end
   * the loop; others become error results
   */
  execute(args: Record<string, unknown>, signal: AbortSignal): unknown;
}

export function toolDefinitions(tools: readonly AgentTool[]): ToolDefinition[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters: schemaOf(parameters) }));
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

export function schemaOf(parameters: JsonSchema | z.ZodType): JsonSchema {
  if (!(parameters instanceof z.ZodType)) return parameters;
  const schema = schemas.get(parameters) ?? wireSchema(parameters);
  schemas.set(parameters, schema);
  return schema;
}
