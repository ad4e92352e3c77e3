import type { TableSchema } from '@assay/contracts';

/** `schema.table`, or `table`. */
export function qualifiedName(table: Pick<TableSchema, 'schema' | 'name'>): string {
  return table.schema === null ? table.name : `${table.schema}.${table.name}`;
}

const DEFAULT_SCHEMAS: ReadonlySet<string | null> = new Set(['public', 'dbo', 'main']);

/** Whether SQL names the table without its database schema. */
export function isInDefault({ schema }: Pick<TableSchema, 'schema'>): boolean {
  return DEFAULT_SCHEMAS.has(schema);
}
