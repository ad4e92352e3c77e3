import type { Cell, TableSchema } from '@assay/contracts';
import type { DatabaseCatalog } from '@assay/sql';
import type { Relation } from '../introspection/relation.js';
import { countOrNull, textOf, textOrNull } from '../introspection/catalog-cells.js';
import { plainCatalog } from '../introspection/plain-catalog.js';
import { TableBuilder } from '../introspection/table-builder.js';
import { selectOf } from '../introspection/view-definition.js';
import type { DatabaseSession } from '../session.js';
import type { DuckdbSession } from './session.js';

const LIMITS = { timeoutMs: 30_000, maxRows: 1_000_000, maxBytes: 256_000_000 };

/** Own objects. Qualified functions avoid the file's macros. */
const OWN = 'where database_name = system.main.current_database() and not internal and not temporary';

const TABLES = `
  select schema_name, table_name, 'table', comment, estimated_size from system.main.duckdb_tables() ${OWN}
  union all
  select schema_name, view_name, 'view', comment, null from system.main.duckdb_views() ${OWN}
   order by 1, 2`;

const RELATIONS = `
  select schema_name, table_name, 'table', null from system.main.duckdb_tables() ${OWN}
  union all
  select schema_name, view_name, 'view', sql from system.main.duckdb_views() ${OWN}
   order by 1, 2`;

const COLUMNS = `
  select schema_name, table_name, column_name, data_type, is_nullable, comment
    from system.main.duckdb_columns()
   where database_name = system.main.current_database() and not internal
   order by schema_name, table_name, column_index`;

const KEYS = `
  select schema_name, table_name, constraint_index, constraint_type, unnest(constraint_column_names),
         referenced_table, unnest(referenced_column_names)
    from system.main.duckdb_constraints()
   where database_name = system.main.current_database() and constraint_type in ('PRIMARY KEY', 'FOREIGN KEY')`;

const MACROS = `select distinct schema_name, function_name from system.main.duckdb_functions() where not internal`;

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const rows = await session.read({ sql: RELATIONS, parameters: [], ...LIMITS }, signal);
  const relations: Relation[] = [];
  for (const [schema, name, kind, sql] of rows) {
    const definition = kind === 'view' ? selectOf(textOf(sql)) : null;
    const refusal =
      definition === null ? null : await (session as DuckdbSession).refusalOf(definition, LIMITS.timeoutMs, signal);
    relations.push({
      schema: textOf(schema),
      name: textOf(name),
      kind: kind === 'view' ? 'view' : 'table',
      definition,
      wrapper: null,
      refusal,
    });
  }
  return relations;
}

/** User macros, which may shadow safe functions. */
export async function readCatalog(session: DatabaseSession, signal: AbortSignal): Promise<DatabaseCatalog> {
  const rows = await session.read({ sql: MACROS, parameters: [], ...LIMITS }, signal);
  return plainCatalog(rows.map(([schema, name]) => ({ schema: textOf(schema), name: textOf(name) })));
}

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  const read = (sql: string): Promise<Cell[][]> => session.read({ sql, parameters: [], ...LIMITS }, signal);
  const builder = new TableBuilder();
  const keyOf = (schema: Cell | undefined, table: Cell | undefined): string =>
    JSON.stringify([textOf(schema), textOf(table)]);
  const known = new Set<string>();
  for (const [schema, name, kind, comment, rows] of await read(TABLES)) {
    known.add(keyOf(schema, name));
    builder.addTable(keyOf(schema, name), {
      schema: textOf(schema),
      name: textOf(name),
      kind: kind === 'view' ? 'view' : 'table',
      description: textOrNull(comment),
      rowEstimate: countOrNull(rows),
    });
  }
  for (const [schema, table, name, type, isNullable, comment] of await read(COLUMNS)) {
    if (!known.has(keyOf(schema, table))) continue;
    const column = { name: textOf(name), type: textOf(type), nullable: isNullable === true };
    builder.addColumn(keyOf(schema, table), { ...column, description: textOrNull(comment) });
  }
  for (const [schema, table, index, kind, column, referencedTable, referencedColumn] of await read(KEYS)) {
    const key = keyOf(schema, table);
    if (kind === 'PRIMARY KEY') builder.addPrimaryKeyColumn(key, textOf(column));
    else {
      builder.addForeignKeyColumn(key, textOf(index), {
        column: textOf(column),
        // Foreign keys stay within their schema.
        referencedSchema: textOf(schema),
        referencedTable: textOf(referencedTable),
        referencedColumn: textOf(referencedColumn),
      });
    }
  }
  return builder.tables().filter((table) => table.columns.length > 0);
}
