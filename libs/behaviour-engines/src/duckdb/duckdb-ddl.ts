import type { ScratchSchema, ScratchTable } from '@assay/behaviour';
import type { ScratchDdl } from '../child/protocol.js';

/** Inserts end with `values`; the rows that follow are string literals, which the columns cast. */
export function duckdbDdl({ tables, views }: ScratchSchema): ScratchDdl {
  const schemas = new Set([...tables, ...views].flatMap(({ schema }) => schema ?? []));
  return {
    ddl: [
      ...[...schemas].map((schema) => `create schema if not exists ${quote(schema)}`),
      ...tables.map(createTable),
      ...views.map((view) => `create view ${nameOf(view)} as ${view.definition.trim().replace(/;$/, '')}`),
    ],
    inserts: tables.map((table) => {
      return `insert into ${nameOf(table)} (${namesOf(table.columns.map(({ name }) => name))}) values `;
    }),
  };
}

function createTable(table: ScratchTable): string {
  const { columns, generated, primaryKey, unique } = table;
  const parts = [
    ...columns.map(({ name, type, notNull }) => `${quote(name)} ${type}${notNull ? ' not null' : ''}`),
    ...generated.map(({ name, type, expression }) => `${quote(name)} ${type} generated always as (${expression})`),
    ...(primaryKey.length > 0 ? [`primary key (${namesOf(primaryKey)})`] : []),
    ...unique.map((set) => `unique (${namesOf(set)})`),
  ];
  return `create table ${nameOf(table)} (${parts.join(', ')})`;
}

function nameOf({ schema, name }: { schema: string | null; name: string }): string {
  return schema === null ? quote(name) : `${quote(schema)}.${quote(name)}`;
}

function namesOf(columns: readonly string[]): string {
  return columns.map(quote).join(', ');
}

function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
