import type { DatabaseSchema, TableSchema } from '@assay/contracts';

/** `schema.table`, or `table`. */
export function qualifiedName(table: Pick<TableSchema, 'schema' | 'name'>): string {
  return table.schema === null ? table.name : `${table.schema}.${table.name}`;
}

const DEFAULT_SCHEMAS: ReadonlySet<string | null> = new Set(['public', 'dbo', 'main']);

/** Whether SQL names the table without its database schema; on ClickHouse that is the connection's database. */
export function isInDefault(
  { schema }: Pick<TableSchema, 'schema'>,
  { dialect, name }: Pick<DatabaseSchema, 'dialect' | 'name'>,
): boolean {
  return dialect === 'clickhouse' ? schema === name : DEFAULT_SCHEMAS.has(schema);
}
