/** What a table is looked up by: schema and name in lower case, `.orders` where there is no schema. Instances are drawn by it. */
export function tableKey({ schema, name }: { schema: string | null; name: string }): string {
  return `${schema ?? ''}.${name}`.toLowerCase();
}
