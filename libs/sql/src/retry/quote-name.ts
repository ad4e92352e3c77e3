import type { Dialect, TableSchema } from '@assay/contracts';

const quotes: Readonly<Record<Dialect, readonly [open: string, close: string]>> = {
  postgres: ['"', '"'],
  mysql: ['`', '`'],
  mariadb: ['`', '`'],
  sqlite: ['"', '"'],
  sqlserver: ['[', ']'],
  oracle: ['"', '"'],
};

/** A table's name as a statement of the dialect writes it, always quoted. */
export function quoteName(table: Pick<TableSchema, 'schema' | 'name'>, dialect: Dialect): string {
  const [open, close] = quotes[dialect];
  const parts = table.schema === null ? [table.name] : [table.schema, table.name];
  return parts.map((part) => open + part.replaceAll(close, close + close) + close).join('.');
}
