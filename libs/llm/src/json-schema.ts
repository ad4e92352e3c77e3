/** JSON Schema draft 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function propertySchema(schema: JsonSchema, name: string): JsonSchema | null {
  const properties = schema.properties;
  if (!isJsonObject(properties) || !Object.hasOwn(properties, name)) return null;
  const property = properties[name];
  return isJsonObject(property) ? property : null;
}

export function propertyNames(schema: JsonSchema): string[] {
  return isJsonObject(schema.properties) ? Object.keys(schema.properties) : [];
}

export function requiredNames(schema: JsonSchema): string[] {
  return Array.isArray(schema.required) ? schema.required.filter((name) => typeof name === 'string') : [];
}

export function itemSchema(schema: JsonSchema): JsonSchema | null {
  return isJsonObject(schema.items) ? schema.items : null;
}
