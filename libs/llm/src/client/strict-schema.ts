import { type JsonSchema, isJsonObject, propertyNames, requiredNames } from '../json-schema.js';

/** Others make the schema a hint. */
const STRICT_KEYWORDS = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'enum',
  'const',
  'anyOf',
  'description',
  'title',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
]);

/** All properties required, no others, known keywords (OpenAI's structured outputs subset). */
export function permitsStrict(schema: JsonSchema): boolean {
  if (Object.keys(schema).some((keyword) => !STRICT_KEYWORDS.has(keyword))) return false;
  if (schema.type === 'object') {
    const required = requiredNames(schema);
    if (schema.additionalProperties !== false) return false;
    if (propertyNames(schema).some((name) => !required.includes(name))) return false;
  }
  const properties = isJsonObject(schema.properties) ? Object.values(schema.properties) : [];
  const options = Array.isArray(schema.anyOf) ? (schema.anyOf as unknown[]) : [];
  return [...properties, ...options, schema.items]
    .filter((part) => part !== undefined)
    .every((part) => isJsonObject(part) && permitsStrict(part));
}
