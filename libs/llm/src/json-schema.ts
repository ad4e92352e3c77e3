/** A JSON Schema (draft 2020-12) as plain JSON. */
export type JsonSchema = { [keyword: string]: unknown };

/** Whether a value is a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The schema of a property, or null where the schema has none of that name. */
export function propertySchema(schema: JsonSchema, name: string): JsonSchema | null {
  const properties = schema.properties;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return null;
  const property = properties[name];
  return isJsonObject(property) ? property : null;
}

/** Names of the properties a schema describes, in its order. */
export function propertyNames(schema: JsonSchema): string[] {
  return isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}

/** Names of the properties a schema requires. */
export function requiredNames(schema: JsonSchema): string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
}

/** The schema of an array's items, or null. */
export function itemSchema(schema: JsonSchema): JsonSchema | null {
  return isJsonObject(schema.items) ? schema.items : null;
}
