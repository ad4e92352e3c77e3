import type { InstanceRow, ScratchSchema, ScratchTable } from '@assay/behaviour';
import pg from 'pg';

const quote = (name: string): string => pg.escapeIdentifier(name);

const IGNORING_CASE = `create collation public.ignoring_case
  (provider = icu, locale = 'und-u-ks-level2', deterministic = false)`;

export function postgresDdl({ tables, views }: ScratchSchema, role: string): string[] {
  const schemas = schemasOf({ tables, views });
  return [
    ...schemas.flatMap((name) => [`drop schema if exists ${quote(name)} cascade`, `create schema ${quote(name)}`]),
    `set search_path = ${schemas.map(quote).join(', ')}`,
    ...(tables.some(({ columns }) => columns.some(ignoresCase)) ? [IGNORING_CASE] : []),
    ...enumTypes(tables),
    ...tables.map(createTable),
    ...views.map((view) => `create view ${nameOf(view)} as ${view.definition.trim().replace(/;$/, '')}`),
    ...schemas.flatMap((name) => [
      `grant usage on schema ${quote(name)} to ${role}`,
      `grant select, insert on all tables in schema ${quote(name)} to ${role}`,
    ]),
  ];
}

/** `public` first. */
export function schemasOf({ tables, views }: Pick<ScratchSchema, 'tables' | 'views'>): string[] {
  const types = tables.flatMap(({ columns }) => columns).filter(({ allowed }) => allowed !== null);
  const ofTypes = types.flatMap(({ type }) => schemaOfType(type) ?? []);
  return [...new Set(['public', ...[...tables, ...views].map(({ schema }) => schema ?? 'public'), ...ofTypes])];
}

function schemaOfType(type: string): string | null {
  const [, quoted, plain] = /^(?:"((?:[^"]|"")+)"|([^".]+))\../.exec(type) ?? [];
  return quoted?.replaceAll('""', '"') ?? plain ?? null;
}

/** Text literals, cast by columns. */
export function insertInto(table: ScratchTable, rows: readonly InstanceRow[]): string {
  const literal = (value: InstanceRow[number]): string => (value === null ? 'null' : pg.escapeLiteral(String(value)));
  const values = rows.map((row) => `(${row.map(literal).join(', ')})`);
  return `insert into ${nameOf(table)} (${namesOf(table.columns.map(({ name }) => name))}) values ${values.join(', ')}`;
}

function enumTypes(tables: readonly ScratchTable[]): string[] {
  const types = new Map<string, string[]>();
  for (const { type, allowed } of tables.flatMap(({ columns }) => columns)) {
    if (allowed !== null) types.set(type, allowed);
  }
  return [...types].map(([type, values]) => {
    return `create type ${type} as enum (${values.map((value) => pg.escapeLiteral(value)).join(', ')})`;
  });
}

/** Only collations under which different texts are equal are recorded. */
function ignoresCase({ collation }: ScratchTable['columns'][number]): boolean {
  return collation !== undefined;
}

function createTable(table: ScratchTable): string {
  const { columns, generated, primaryKey, unique } = table;
  const parts = [
    ...columns.map((column) => {
      const collation = ignoresCase(column) ? ' collate public.ignoring_case' : '';
      return `${quote(column.name)} ${column.type}${collation}${column.notNull ? ' not null' : ''}`;
    }),
    ...generated.map(({ name, type, expression }) => {
      return `${quote(name)} ${type} generated always as (${expression}) stored`;
    }),
    // Candidates may GROUP BY the key and select other columns, which requires its declaration.
    ...(primaryKey.length > 0 ? [`primary key (${namesOf(primaryKey)})`] : []),
    ...unique.map((set) => `unique (${namesOf(set)})`),
  ];
  return `create unlogged table ${nameOf(table)} (${parts.join(', ')})`;
}

function nameOf({ schema, name }: { schema: string | null; name: string }): string {
  return `${quote(schema ?? 'public')}.${quote(name)}`;
}

function namesOf(columns: readonly string[]): string {
  return columns.map(quote).join(', ');
}
