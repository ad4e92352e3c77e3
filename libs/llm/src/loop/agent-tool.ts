import { z } from 'zod';
import { wireSchema } from '../answers/contract-schema.js';
import { type ToolDefinition } from '../client/model-request.js';
import { type JsonSchema } from '../json-schema.js';

/** A tool that a loop may run for its model. */
export interface AgentTool {
  /** Letters, digits, `_` and `-`; models may write it in any case. */
  name: string;
  description: string;
  /** Shape of the arguments, an object. They are validated before the tool runs. */
  parameters: JsonSchema | z.ZodType;
  /** How often the same arguments are served; null (the default) is without limit. */
  sameArgumentsLimit?: number | null;
  /**
   * Runs the tool. The result must be JSON.
   * @throws ToolArgumentError when arguments of the right shape are wrong all the same
   * @throws ToolRefusedError when the call comes too early
   * @throws any other AssayError, which ends the loop; whatever else is thrown becomes an error result for the model
   */
  execute(args: Record<string, unknown>, signal: AbortSignal): unknown;
}

/** The tools as a model is told about them. */
export function toolDefinitions(tools: readonly AgentTool[]): ToolDefinition[] {
  return tools.map(({ name, description, parameters }) => ({ name, description, parameters: schemaOf(parameters) }));
}

const schemas = new WeakMap<z.ZodType, JsonSchema>();

/** The JSON Schema of a tool's parameters. */
export function schemaOf(parameters: JsonSchema | z.ZodType): JsonSchema {
  if (!(parameters instanceof z.ZodType)) return parameters;
  const schema = schemas.get(parameters) ?? wireSchema(parameters);
  schemas.set(parameters, schema);
  return schema;
}
