/** A JSON Schema (draft 2020-12) as plain JSON. */
export type JsonSchema = { [keyword: string]: unknown };

/** Whether a value is a JSON object: not null, not an array. */
export function isJsonObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
