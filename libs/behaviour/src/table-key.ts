/** `schema.table`, lower case; `.orders` without a schema. Seeds depend on it. */
export function tableKey({ schema, name }: { schema: string | null; name: string }): string {
  return `${schema ?? ''}.${name}`.toLowerCase();
}
