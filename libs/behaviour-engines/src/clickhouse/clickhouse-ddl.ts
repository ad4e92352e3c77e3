import type { ScratchSchema, ScratchTable } from '@assay/behaviour';
import type { ScratchDdl } from '../child/protocol.js';

/** Nothing else may stand in `Nullable`. */
const NOT_NULLABLE = /^(?:Array|Map|Tuple|Nested|AggregateFunction|Variant|Dynamic|JSON|Object)\b/;

/** Databases first, then the one that unqualified names belong to; rows follow inserts as tab-separated values. */
export function clickhouseDdl({ tables, views, database = 'default' }: ScratchSchema): ScratchDdl {
  const databases = new Set([database, ...[...tables, ...views].flatMap(({ schema }) => schema ?? [])]);
  return {
    ddl: [
      ...[...databases].map((name) => `create database ${quote(name)} engine = Memory`),
      `use ${quote(database)}`,
      ...tables.map(createTable),
      ...views.map((view) => `create view ${nameOf(view)} as ${view.definition}`),
    ],
    inserts: tables.map((table) => {
      const columns = table.columns.map(({ name }) => quote(name)).join(', ');
      return `insert into ${nameOf(table)} (${columns}) format TabSeparated\n`;
    }),
    empties: tables.map((table) => `truncate table ${nameOf(table)}`),
  };
}

/** Keys of ClickHouse order rows and are not unique. `Memory` keeps the order of insertion. */
function createTable(table: ScratchTable): string {
  const columns = [
    ...table.columns.map(({ name, type, notNull }) => {
      return `${quote(name)} ${notNull || NOT_NULLABLE.test(type) ? type : `Nullable(${type})`}`;
    }),
    ...table.generated.map(({ name, type, expression }) => `${quote(name)} ${type} materialized ${expression}`),
  ];
  return `create table ${nameOf(table)} (${columns.join(', ')}) engine = Memory`;
}

function nameOf({ schema, name }: { schema: string | null; name: string }): string {
  return schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`;
}

function quote(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}
