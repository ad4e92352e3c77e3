/** JSON Schema draft 2020-12. */
export type JsonSchema = { [keyword: string]: unknown };

/** Excludes null and arrays. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
