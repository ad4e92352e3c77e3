import { z } from 'zod';
import { coerce } from '../answers/coerce.js';
import { describeIssue } from '../answers/describe-issue.js';
import { type JsonSchema, isJsonObject } from '../json-schema.js';
import { type AgentTool, schemaOf } from './agent-tool.js';

export type CheckedArguments =
  | { ok: true; arguments: Record<string, unknown>; coercions: string[] }
  | { ok: false; message: string; coercions: string[] };

const MAX_PROBLEMS = 5;

export function checkArguments(tool: AgentTool, given: Record<string, unknown>): CheckedArguments {
  const coercions: string[] = [];
  const value = coerce(given, schemaOf(tool.parameters), '', (path, from, to) => {
    coercions.push(`${path}: ${JSON.stringify(from) ?? 'missing'} → ${JSON.stringify(to) ?? 'missing'}`);
  });
  const result = validatorOf(tool.parameters).safeParse(value);
  if (result.success) return { ok: true, arguments: isJsonObject(result.data) ? result.data : {}, coercions };
  const problems = result.error.issues.slice(0, MAX_PROBLEMS).map((issue) => describeIssue([issue], value).message);
  return { ok: false, message: problems.join(' '), coercions };
}

const validators = new WeakMap<JsonSchema, z.ZodType>();

function validatorOf(parameters: JsonSchema | z.ZodType): z.ZodType {
  if (parameters instanceof z.ZodType) return parameters;
  const validator = validators.get(parameters) ?? z.fromJSONSchema(parameters);
  validators.set(parameters, validator);
  return validator;
}
