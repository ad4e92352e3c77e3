import type { TableSchema } from '@assay/contracts';

/** A table's name as the schema text and the guard write it: `schema.table`, or `table` where there is no schema. */
export function qualifiedName(table: Pick<TableSchema, 'schema' | 'name'>): string {
  return table.schema === null ? table.name : `${table.schema}.${table.name}`;
}
