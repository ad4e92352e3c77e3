import type { InstanceRow, ScratchSchema, ScratchTable } from '@assay/behaviour';
import { escape } from 'mysql2';

const quote = (name: string): string => `\`${name.replaceAll('`', '``')}\``;

/** MySQL schemas are databases: names are unqualified. */
export function mysqlDdl({ tables, views }: ScratchSchema): string[] {
  return [
    ...tables.map(createTable),
    ...views.map(({ name, definition }) => `create view ${quote(name)} as ${definition.trim().replace(/;$/, '')}`),
  ];
}

export function fillTables(tables: readonly ScratchTable[], rowsOf: readonly (readonly InstanceRow[])[]): string[] {
  return tables.flatMap((table, index) => {
    const rows = rowsOf[index] ?? [];
    if (rows.length === 0) return [];
    const names = table.columns.map(({ name }) => quote(name)).join(', ');
    const values = rows.map((row) => `(${row.map((value) => escape(value)).join(', ')})`).join(', ');
    return [`insert into ${quote(table.name)} (${names}) values ${values}`];
  });
}

/** A collation that every version has: ignoring case if the target's does (`_ci`), else binary. */
function collationOf({ collation }: ScratchTable['columns'][number]): string {
  if (collation === undefined) return '';
  return ` collate ${collation.endsWith('_ci') ? 'utf8mb4_general_ci' : 'utf8mb4_bin'}`;
}

function createTable({ name, columns, generated, primaryKey, unique }: ScratchTable): string {
  const parts = [
    ...columns.map((column) => {
      return `${quote(column.name)} ${column.type}${collationOf(column)}${column.notNull ? ' not null' : ' null'}`;
    }),
    ...generated.map((column) => `${quote(column.name)} ${column.type} generated always as (${column.expression})`),
    ...(primaryKey.length > 0 ? [`primary key (${primaryKey.map(quote).join(', ')})`] : []),
    ...unique.map((set) => `unique (${set.map(quote).join(', ')})`),
  ];
  return `create table ${quote(name)} (${parts.join(', ')})`;
}
