import type { InstanceRow, ScratchSchema, ScratchTable } from '@assay/behaviour';
import { escape } from 'mysql2';

const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** What makes the objects of a scratch schema in an empty database; MySQL's schemas are databases, so names stand alone. */
export function mysqlDdl({ tables, views }: ScratchSchema): string[] {
  return [
    ...tables.map(createTable),
    ...views.map(({ name, definition }) => `create view ${quote(name)} as ${definition.trim().replace(/;$/, '')}`),
  ];
}

/** The statements that fill empty tables. */
export function fillTables(tables: readonly ScratchTable[], rowsOf: readonly (readonly InstanceRow[])[]): string[] {
  return tables.flatMap((table, index) => {
    const rows = rowsOf[index] ?? [];
    if (rows.length === 0) return [];
    const names = table.columns.map(({ name }) => quote(name)).join(', ');
    const values = rows.map((row) => `(${row.map((value) => escape(value)).join(', ')})`).join(', ');
    return [`insert into ${quote(table.name)} (${names}) values ${values}`];
  });
}

function createTable({ name, columns, generated, primaryKey, unique }: ScratchTable): string {
  const parts = [
    ...columns.map((column) => `${quote(column.name)} ${column.type}${column.notNull ? ' not null' : ' null'}`),
    ...generated.map((column) => `${quote(column.name)} ${column.type} generated always as (${column.expression})`),
    ...(primaryKey.length > 0 ? [`primary key (${primaryKey.map(quote).join(', ')})`] : []),
    ...unique.map((set) => `unique (${set.map(quote).join(', ')})`),
  ];
  return `create table ${quote(name)} (${parts.join(', ')})`;
}
