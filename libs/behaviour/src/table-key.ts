/** Lookup key `schema.table` in lower case; `.orders` without a schema. Instance seeds depend on it. */
export function tableKey({ schema, name }: { schema: string | null; name: string }): string {
  return `${schema ?? ''}.${name}`.toLowerCase();
}
