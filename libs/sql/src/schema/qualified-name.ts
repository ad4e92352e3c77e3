import type { TableSchema } from '@assay/contracts';

/** `schema.table`, or `table`. */
export function qualifiedName(table: Pick<TableSchema, 'schema' | 'name'>): string {
  return table.schema === null ? table.name : `${table.schema}.${table.name}`;
}
