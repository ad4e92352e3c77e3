import type { TableSchema } from '@assay/contracts';
import { LONG_READ } from '../introspection/limits.js';
import { functionReader, relationReader, tableReader } from '../introspection/read-tables.js';
import type { Relation } from '../introspection/relation.js';
import { selectOf } from '../introspection/view-definition.js';
import type { DatabaseSession } from '../session.js';
import type { DuckdbSession } from './session.js';

/** Own objects. Qualified functions avoid the file's macros. */
const OWN = 'where database_name = system.main.current_database() and not internal and not temporary';

const TABLES = `
  select schema_name, table_name, 'table', comment, estimated_size from system.main.duckdb_tables() ${OWN}
  union all
  select schema_name, view_name, 'view', comment, null from system.main.duckdb_views() ${OWN}
   order by 1, 2`;

const RELATIONS = `
  select schema_name, table_name, 'table', null, null, null, column_count from system.main.duckdb_tables() ${OWN}
  union all
  select schema_name, view_name, 'view', sql, null, null, column_count from system.main.duckdb_views() ${OWN}
   order by 1, 2`;

const COLUMNS = `
  select schema_name, table_name, column_name, data_type, is_nullable, comment
    from system.main.duckdb_columns()
   where database_name = system.main.current_database() and not internal
   order by schema_name, table_name, column_index`;

/** Foreign keys stay within their schema. */
const KEYS = `
  select schema_name, table_name, case constraint_type when 'FOREIGN KEY' then constraint_index end,
         unnest(constraint_column_names), schema_name, referenced_table, unnest(referenced_column_names)
    from system.main.duckdb_constraints()
   where database_name = system.main.current_database() and constraint_type in ('PRIMARY KEY', 'FOREIGN KEY')`;

const MACROS = `select distinct schema_name, function_name from system.main.duckdb_functions() where not internal`;

const listed = relationReader(RELATIONS);
const listTables = tableReader({ tables: TABLES, columns: COLUMNS, keys: KEYS });

export async function readRelations(session: DatabaseSession, signal: AbortSignal): Promise<Relation[]> {
  const relations: Relation[] = [];
  for (const relation of await listed(session, signal)) {
    const definition = relation.definition === null ? null : selectOf(relation.definition);
    const refusal =
      definition === null ? null : await (session as DuckdbSession).refusalOf(definition, LONG_READ.timeoutMs, signal);
    relations.push({ ...relation, definition, refusal });
  }
  return relations;
}

/** User macros, which may shadow safe functions. */
export const readCatalog = functionReader(MACROS);

export async function readTables(session: DatabaseSession, signal: AbortSignal): Promise<TableSchema[]> {
  return (await listTables(session, signal)).filter((table) => table.columns.length > 0);
}
