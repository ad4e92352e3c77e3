import type { ScratchSchema, ScratchTable } from '@assay/behaviour';
import type { ScratchDdl } from '../child/protocol.js';

/** Inserts take parameters. */
export function scratchDdl({ tables, views }: Pick<ScratchSchema, 'tables' | 'views'>): ScratchDdl {
  return {
    ddl: [
      ...tables.map(createTable),
      ...views.map(({ name, definition }) => `create view ${quote(name)} as ${definition}`),
    ],
    inserts: tables.map(({ name, columns }) => {
      const names = columns.map((column) => quote(column.name)).join(', ');
      return `insert into ${quote(name)} (${names}) values (${columns.map(() => '?').join(', ')})`;
    }),
  };
}

function createTable({ name, columns, generated, primaryKey, unique }: ScratchTable): string {
  const parts = columns.map((column) => `${quote(column.name)} ${typeOf(column, primaryKey)}${collationOf(column)}`);
  const computed = generated.map(
    (column) => `${quote(column.name)} ${bareType(column.type)} generated always as (${column.expression})`,
  );
  const keys = primaryKey.length > 0 ? [`primary key (${namesOf(primaryKey)})`] : [];
  const others = unique.map((set) => `unique (${namesOf(set)})`);
  return `create table ${quote(name)} (${[...parts, ...computed, ...keys, ...others].join(', ')})`;
}

/** Keeps the declared affinity. INTEGER PRIMARY KEY would fix row order as rowid; INT does not. */
function typeOf(column: ScratchTable['columns'][number], primaryKey: readonly string[]): string {
  const isRowNumber = /^integer$/i.test(column.type.trim()) && primaryKey.join() === column.name;
  return isRowNumber ? 'INT' : bareType(column.type);
}

/** Others are application-defined. */
function collationOf({ collation = '' }: ScratchTable['columns'][number]): string {
  return /^(nocase|rtrim)$/i.test(collation) ? ` collate ${collation}` : '';
}

function bareType(type: string): string {
  return type.replaceAll(/[^\w\s(),]/g, '');
}

function namesOf(columns: readonly string[]): string {
  return columns.map(quote).join(', ');
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
