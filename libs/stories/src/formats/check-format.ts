import type { FieldProblem } from '@assay/contracts';
import { z } from 'zod';
import { scoresOf } from './evaluation-format.js';
import { isJsonObject, type JsonSchema } from './json-schema.js';

const MAX_CHARACTERS = 32_000;
const MAX_DEPTH = 8;

/**
 * Keywords that a format may use: none that are expensive (`pattern`), refer elsewhere (`$ref`) or are ambiguous
 * (`oneOf`).
 */
const KEYWORDS = new Set([
  '$schema',
  'title',
  'description',
  'default',
  'examples',
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
]);
const ROOT = 'responseFormat';

/** Why a response format cannot be enforced; empty if it can. */
export function checkFormat(format: JsonSchema): FieldProblem[] {
  if (JSON.stringify(format).length > MAX_CHARACTERS) {
    return [{ field: ROOT, message: `must have at most ${MAX_CHARACTERS} characters` }];
  }
  if (format['type'] !== 'object' || !isJsonObject(format['properties'])) {
    return [{ field: ROOT, message: 'must be the JSON Schema of an object with properties' }];
  }
  const problems = checkSchema(format, ROOT, 0);
  if (problems.length > 0) return problems;
  const unreadable = buildProblem(format);
  if (unreadable !== null) return [{ field: ROOT, message: unreadable }];
  if (scoresOf(format).length === 0) {
    const message = 'must have a score: a required integer or number with minimum and maximum';
    return [{ field: `${ROOT}.properties`, message }];
  }
  return [];
}

function checkSchema(schema: JsonSchema, field: string, depth: number): FieldProblem[] {
  if (depth > MAX_DEPTH) return [{ field, message: `is nested deeper than ${MAX_DEPTH} levels` }];
  const unknown = Object.keys(schema).filter((keyword) => !KEYWORDS.has(keyword));
  if (unknown.length > 0)
    return unknown.map((keyword) => ({ field: `${field}.${keyword}`, message: 'is not supported' }));
  const { properties, items, additionalProperties } = schema;
  if (additionalProperties !== undefined && typeof additionalProperties !== 'boolean') {
    return [{ field: `${field}.additionalProperties`, message: 'must be true or false' }];
  }
  if (properties !== undefined && !isJsonObject(properties)) {
    return [{ field: `${field}.properties`, message: 'must be an object' }];
  }
  const children: [string, unknown][] = [
    ...Object.entries(properties ?? {}).map(([name, child]): [string, unknown] => [
      `${field}.properties.${name}`,
      child,
    ]),
    ...(items === undefined ? [] : ([[`${field}.items`, items]] as [string, unknown][])),
  ];
  return children.flatMap(([childField, child]) =>
    isJsonObject(child)
      ? checkSchema(child, childField, depth + 1)
      : [{ field: childField, message: 'must be a JSON Schema' }],
  );
}

/** Null if it compiles. */
function buildProblem(format: JsonSchema): string | null {
  try {
    z.fromJSONSchema(format);
    return null;
  } catch (error) {
    return `is not a JSON Schema that can be enforced: ${error instanceof Error ? error.message : String(error)}`;
  }
}
